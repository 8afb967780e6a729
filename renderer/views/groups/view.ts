import { Folder, Folders } from "lucide-react";
import { nameOf } from "../../../shared/text/paths.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { encoded, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = { service: { groups: ({ account }) => hrefs.groups(account) } };

export const groups = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: {
    "group.new-subgroup": { title: "New subgroup", group: "Group", keys: ["c"] },
    "group.edit": { title: "Edit group", group: "Group", keys: ["e"] },
  },
  pages: [
    page("/a/$account/groups", {
      name: "groups",
      label: "Groups",
      icon: Folders,
      component: "GroupsView",
      web: () => "dashboard/groups",
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
      web: ({ params }) => encoded("groups", params.group),
    }),
  ],
});
