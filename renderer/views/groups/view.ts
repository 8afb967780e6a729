import { Folder, Folders } from "lucide-react";
import { nameOf } from "../../../shared/text/paths.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const groups = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/groups", {
      name: "groups",
      label: "Groups",
      icon: Folders,
      component: "GroupsView",
      sidebar: { group: "rail" },
      commands: [{ id: "go.groups" }],
    }),
    page("/a/$account/groups/$group", {
      name: "group",
      label: "Group",
      icon: Folder,
      component: "GroupView",
      names: ({ params }) => ({ own: null, title: nameOf(params.group) }),
      marks: "groups",
    }),
  ],
});
