import type { QueryClient } from "@tanstack/react-query";
import { GitPullRequest, GitPullRequestCreate } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import type { PlainSearch } from "../../features/addresses/plain-search.ts";

const prefetchList = async ({
  client,
  params,
  search,
}: {
  readonly client: QueryClient;
  readonly params: { readonly account: string; readonly project?: string; readonly group?: string };
  readonly search: PlainSearch;
}) => (await import("./prefetch.ts")).prefetchMergeRequests(client, params, search);

export const mergeRequests = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/merge_requests", {
      name: "all_merge_requests",
      label: "Merge requests of all accounts",
      icon: GitPullRequest,
      component: "AllAccountsView",
      names: () => ({ title: "All merge requests" }),
      marks: "merge_requests",
      commands: [{ id: "go.merge-requests-of-all" }],
    }),
    page("/a/$account/merge_requests", {
      name: "merge_requests",
      label: "Merge requests",
      icon: GitPullRequest,
      component: "MergeRequestsView",
      loader: prefetchList,
      sidebar: { group: "rail" },
      commands: [{ id: "go.merge-requests", title: "Merge requests of all projects" }],
    }),
    page("/a/$account/groups/$group/merge_requests", {
      name: "merge_requests",
      label: "Merge requests",
      icon: GitPullRequest,
      component: "MergeRequestsView",
      loader: prefetchList,
    }),
    page("/a/$account/p/$project/merge_requests", {
      name: "merge_requests",
      label: "Merge requests",
      icon: GitPullRequest,
      component: "MergeRequestsView",
      loader: prefetchList,
      sidebar: { group: "merge requests", part: "merge_requests" },
      commands: [
        { id: "project.merge-requests", menu: "Repository" },
        {
          id: "project.new-merge-request",
          title: "New merge request…",
          icon: GitPullRequestCreate,
          keywords: "create pull request",
          menu: "Branch",
          search: ({ branch }) => ({ create: "1", source: branch }),
        },
      ],
    }),
  ],
});
