import type { QueryClient } from "@tanstack/react-query";
import { GitPullRequest, GitPullRequestCreate } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { type PlainSearch, stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import {
  encoded,
  firstOf,
  listOf,
  type WebReader,
  type WebReaders,
} from "../../features/addresses/web-pages.ts";
import { mergeRequestQuery, mergeRequestSearch } from "../../features/addresses/work-filters.ts";

const prefetchList = async ({
  client,
  params,
  search,
}: {
  readonly client: QueryClient;
  readonly params: { readonly account: string; readonly project?: string; readonly group?: string };
  readonly search: PlainSearch;
}) => (await import("./prefetch.ts")).prefetchMergeRequests(client, params, search);

const readForm: WebReader = ({ account, project, path, rest }) =>
  path[0] === "new"
    ? hrefs.project(account, project, "merge_requests", {
        create: "1",
        source: rest.get("merge_request[source_branch]"),
        target: rest.get("merge_request[target_branch]"),
      })
    : null;

const web: WebReaders = {
  project: {
    merge_requests: firstOf(
      listOf(({ account, project, rest }) =>
        hrefs.project(account, project, "merge_requests", mergeRequestQuery(rest)),
      ),
      readForm,
    ),
  },
  service: {
    merge_requests: ({ account, rest }) => hrefs.mergeRequests(account, undefined, mergeRequestQuery(rest)),
  },
};

export const mergeRequests = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  web,
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
      web: ({ search }) => `dashboard/merge_requests${mergeRequestSearch(search.q)}`,
      sidebar: { group: "rail" },
      commands: [{ id: "go.merge-requests", title: "Merge requests of all projects" }],
    }),
    page("/a/$account/groups/$group/merge_requests", {
      name: "merge_requests",
      label: "Merge requests",
      icon: GitPullRequest,
      component: "MergeRequestsView",
      loader: prefetchList,
      web: ({ params, search }) =>
        encoded("groups", params.group, "-", "merge_requests") + mergeRequestSearch(search.q),
    }),
    page("/a/$account/p/$project/merge_requests", {
      name: "merge_requests",
      label: "Merge requests",
      icon: GitPullRequest,
      component: "MergeRequestsView",
      loader: prefetchList,
      web: ({ search }) => {
        const form = {
          "merge_request[source_branch]": search.source,
          "merge_request[target_branch]": search.target,
        };
        return search.create
          ? `merge_requests/new${stringifyPlainSearch(form)}`
          : `merge_requests${mergeRequestSearch(search.q)}`;
      },
      sidebar: { group: "merge requests", part: "merge_requests" },
      commands: [
        {
          id: "project.merge-requests",
          keys: ["g m"],
          menu: { menu: "Repository", section: 2, order: 1 },
        },
        {
          id: "project.new-merge-request",
          title: "New merge request…",
          icon: GitPullRequestCreate,
          keywords: "create pull request",
          menu: { menu: "Branch", section: 3 },
          search: ({ branch }) => ({ create: "1", source: branch }),
        },
      ],
    }),
  ],
});
