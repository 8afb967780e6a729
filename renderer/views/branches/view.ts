import { GitBranch, GitBranchPlus } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { leaveFrom, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: {
    branches: (page) => {
      const { account, project, path, rest } = page;
      if (path[0] === "new") return hrefs.project(account, project, "branches", { create: "1" });
      // GitLab's tabs of this list; any other segment is a name.
      const isTab = path.length === 1 && /^(?:all|active|stale)$/.test(path[0] ?? "");
      if (isTab && path[0] !== "all") leaveFrom(page, 0);
      const search = isTab ? rest.get("search") : path.join("/") || rest.get("search");
      if (rest.get("state") === "all") rest.get("state");
      return hrefs.project(account, project, "branches", { search });
    },
  },
};

export const branches = defineView({
  load: () => import("./branches-view.tsx"),
  prefetch: () => import("./prefetch.ts"),
  web,
  pages: [
    page("/a/$account/p/$project/branches", {
      name: "branches",
      label: "Branches",
      icon: GitBranch,
      component: "BranchesView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchBranches(client, params, search),
      web: ({ search: { search } }) => `branches${stringifyPlainSearch({ search })}`,
      sidebar: { group: "code" },
      commands: [
        { id: "project.branches", keys: ["g b"], menu: { menu: "Branch", section: 1, order: 3 } },
        {
          id: "project.new-branch",
          title: "New branch…",
          icon: GitBranchPlus,
          keywords: "create",
          search: { create: "1" },
          menu: { menu: "Branch", section: 1, order: 1 },
        },
      ],
    }),
  ],
});
