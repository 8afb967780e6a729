import { Tag } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const tags = defineView({
  load: () => import("./tags-view.tsx"),
  pages: [
    page("/a/$account/p/$project/tags", {
      name: "tags",
      label: "Tags",
      icon: Tag,
      component: "TagsView",
      sidebar: { group: "code" },
      commands: [{ id: "project.tags", menu: "Repository" }],
    }),
  ],
});
