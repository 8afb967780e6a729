import { GitCommitHorizontal } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const commits = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/a/$account/p/$project/commits", {
      name: "commits",
      label: "Commits",
      icon: GitCommitHorizontal,
      component: "CommitsView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchCommits(client, params, search),
      keepsRef: true,
      sidebar: { group: "code" },
      commands: [{ id: "project.commits", menu: "Branch" }],
    }),
    page("/a/$account/p/$project/commits/$sha", {
      name: "commit",
      label: "Commit",
      icon: GitCommitHorizontal,
      component: "CommitView",
      loader: async ({ client, params }) => (await import("./prefetch.ts")).prefetchCommit(client, params),
      parent: "commits",
      names: ({ params, name }) => ({ own: name ?? params.sha.slice(0, 8) }),
    }),
  ],
});
