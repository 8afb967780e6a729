import { Tag } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import type { WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: {
    tags: ({ account, project, path, rest }) => {
      const name = path[0] === "new" ? "" : path.join("/").replace(/\/release\/edit$/, "");
      return hrefs.project(account, project, "tags", { search: name || rest.get("search") });
    },
  },
};

export const tags = defineView({
  load: () => import("./tags-view.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/tags", {
      name: "tags",
      label: "Tags",
      icon: Tag,
      component: "TagsView",
      web: ({ search: { search } }) => `tags${stringifyPlainSearch({ search })}`,
      sidebar: { group: "code" },
      commands: [{ id: "project.tags", menu: { menu: "Repository", section: 3, order: 1 } }],
    }),
  ],
});
