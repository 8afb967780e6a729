import { Search } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { PlainSearch } from "../../features/addresses/plain-search.ts";
import type { WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  service: {
    search: ({ account, rest }) =>
      hrefs.search(account, {
        q: rest.get("search"),
        scope: rest.get("scope"),
        group: rest.get("group_id"),
        project: rest.get("project_id"),
      }),
  },
};

/** Returns the query of the web interface's search; a group or project is named there by its number alone. */
const webQuery = ({ q, scope, group, project }: PlainSearch): string => {
  const query = new URLSearchParams();
  const isId = (text: string | undefined): text is string => /^\d+$/.test(text ?? "");
  if (q) query.set("search", q);
  if (scope) query.set("scope", scope);
  if (isId(group)) query.set("group_id", group);
  if (isId(project)) query.set("project_id", project);
  const text = query.toString();
  return text ? `?${text}` : "";
};

export const search = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/search", {
      name: "search",
      label: "Search",
      icon: Search,
      component: "ServiceSearchView",
      web: ({ search }) => `search${webQuery(search)}`,
      commands: [
        { id: "go.search", title: "Search everywhere", keywords: "find service global code commits issues" },
      ],
    }),
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
