import { GitCommitHorizontal } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { encoded, leaveFrom, type WebReaders, webRef } from "../../features/addresses/web-pages.ts";
import { diffLineAnchorOf, webRefOf } from "../../features/addresses/web-rest.ts";

const web: WebReaders = {
  refs: {
    commits: ({ account, project, path: [ref, ...path], rest }) =>
      hrefs.project(account, project, "commits", {
        ref: webRefOf(ref, rest),
        path: path.join("/"),
        author: rest.get("author"),
        message: rest.get("search"),
        since: rest.get("committed_after")?.slice(0, 10) ?? rest.get("since")?.slice(0, 10),
        until: rest.get("committed_before")?.slice(0, 10) ?? rest.get("until")?.slice(0, 10),
      }),
  },
  project: {
    commit: (page) => {
      const { account, project, path, rest } = page;
      const [, sha, ending] = /^(.+?)(\.(?:diff|patch))?$/.exec(path[0] ?? "") ?? [];
      if (sha === undefined) return null;
      if (ending !== undefined) rest.leave(ending);
      leaveFrom(page, 1);
      return hrefs.commit(account, project, sha, {}, diffLineAnchorOf(rest));
    },
    network: ({ account, project }) => hrefs.project(account, project, "commits", { all: "1" }),
  },
};

export const commits = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  web,
  pages: [
    page("/a/$account/p/$project/commits", {
      name: "commits",
      label: "Commits",
      icon: GitCommitHorizontal,
      component: "CommitsView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchCommits(client, params, search),
      keepsRef: true,
      web: ({ search }) => {
        if (search.all) return encoded("network", search.ref ?? "HEAD");
        const { name, type } = webRef(search.ref);
        return (
          encoded("commits", name, search.path ?? "") +
          stringifyPlainSearch({
            author: search.author,
            search: search.message,
            committed_after: search.since,
            committed_before: search.until,
            ref_type: type,
          })
        );
      },
      sidebar: { group: "code" },
      commands: [{ id: "project.commits", keys: ["g c"], menu: { menu: "Branch", section: 2, order: 1 } }],
    }),
    page("/a/$account/p/$project/commits/$sha", {
      name: "commit",
      label: "Commit",
      icon: GitCommitHorizontal,
      component: "CommitView",
      loader: async ({ client, params }) => (await import("./prefetch.ts")).prefetchCommit(client, params),
      parent: "commits",
      names: ({ params, name }) => ({ own: name ?? params.sha.slice(0, 8) }),
      web: ({ params: { sha }, search, hash }) =>
        search.merge_request
          ? `merge_requests/${search.merge_request}/diffs?commit_id=${sha}${hash}`
          : encoded("commit", sha) + hash,
    }),
  ],
});
