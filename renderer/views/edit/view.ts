import { PencilLine } from "lucide-react";
import { nameOf } from "../../../shared/text/paths.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const edit = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/p/$project/edit", {
      name: "edit",
      label: "Edit",
      icon: PencilLine,
      component: "EditView",
      parent: "files",
      names: ({ search }) => ({ title: search.path && nameOf(search.path) }),
    }),
    page("/a/$account/p/$project/changes", {
      name: "changes",
      label: "Pending changes",
      icon: PencilLine,
      component: "ChangesView",
      keepsRef: "branches",
      sidebar: { group: "pending", count: "pending" },
      commands: [{ id: "project.changes", keywords: "drafts", menu: "Branch" }],
    }),
  ],
});
