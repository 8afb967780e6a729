import { GitBranch, GitBranchPlus } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const branches = defineView({
  load: () => import("./branches-view.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/a/$account/p/$project/branches", {
      name: "branches",
      label: "Branches",
      icon: GitBranch,
      component: "BranchesView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchBranches(client, params, search),
      sidebar: { group: "code" },
      commands: [
        { id: "project.branches", menu: "Branch" },
        {
          id: "project.new-branch",
          title: "New branch…",
          icon: GitBranchPlus,
          keywords: "create",
          search: { create: "1" },
          menu: "Branch",
        },
      ],
    }),
  ],
});
