import { CircleDot } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const notes = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/p/$project/issues", {
      name: "issues",
      label: "Issues",
      icon: CircleDot,
      component: "IssuesView",
      sidebar: { group: "plan", part: "issues" },
      commands: [{ id: "project.issues", title: "Issue by number…", keywords: "comments notes bug" }],
    }),
    page("/a/$account/p/$project/issues/$iid", {
      name: "issue",
      label: "Issue",
      icon: CircleDot,
      component: "NotesView",
      id: "number",
      parent: "issues",
      names: ({ params }) => ({ own: `#${params.iid}` }),
    }),
  ],
});
