import { Search } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const search = defineView({
  load: () => import("./search-view.tsx"),
  pages: [
    page("/a/$account/p/$project/search", {
      name: "search",
      label: "Search",
      icon: Search,
      component: "SearchView",
      keepsRef: true,
      sidebar: { group: "code", label: "Search in files" },
      commands: [
        {
          id: "project.search",
          title: "Search in files",
          keywords: "find grep text",
          keys: ["mod+shift+f"],
          menu: { menu: "Repository", section: 1, order: 4 },
        },
      ],
    }),
  ],
});
