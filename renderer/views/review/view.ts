import { GitPullRequest, Layers } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { entryOf, leaveFrom, type WebReaders } from "../../features/addresses/web-pages.ts";
import { diffAnchorOf } from "../../features/addresses/web-rest.ts";

/** Tabs of the app by those of GitLab's page, and the other way round. */
const tabs: Readonly<Record<string, string>> = {
  diffs: "changes",
  commits: "commits",
  pipelines: "pipelines",
};
const webTabs: Readonly<Record<string, string>> = {
  changes: "/diffs",
  commits: "/commits",
  pipelines: "/pipelines",
};

const web: WebReaders = {
  project: {
    merge_requests: entryOf((page, id) => {
      const { account, project, path, rest } = page;
      const tab = tabs[path[1] ?? ""];
      const commit = rest.get("commit_id");
      if (commit) return hrefs.commit(account, project, commit, { merge_request: id }, diffAnchorOf(rest));
      leaveFrom(page, tab === undefined ? 1 : 2);
      const versions = tab === "changes" ? { from: rest.get("start_sha"), to: rest.get("diff_id") } : {};
      return hrefs.mergeRequest(account, project, id, { tab, ...versions }, diffAnchorOf(rest));
    }),
  },
};

/** A commit's hash; a version's number in an address of earlier days is none. */
const shaOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f]{7,64}$/.test(text) && !/^\d{1,12}$/.test(text) ? text : undefined;

const key = (title: string, stroke: string) => ({ title, group: "Review", keys: [stroke] });

export const review = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  web,
  keys: {
    "review.viewed": key("Mark the file as viewed", "v"),
    "review.next-unviewed": key("Next unviewed file", "u"),
    "review.read-change": key("Mark the change as read, and go on", "m"),
    "review.unread-change": key("Mark the change as unread", "shift+m"),
    "review.next-uncovered": key("Next changed line that is not covered", "shift+u"),
    "review.next-thread": key("Next open thread", "shift+n"),
    "review.previous-thread": key("Previous open thread", "shift+p"),
    "review.definition": key("Definitions and uses of a name on the line", "d"),
    "review.tree": key("Show or hide the file tree", "f"),
    "review.search": key("Search in the change", "/"),
    "review.next-commit": key("Next commit", "x"),
    "review.previous-commit": key("Previous commit", "z"),
    "review.next-in-stack": key("Next in stack", "shift+x"),
    "review.previous-in-stack": key("Previous in stack", "shift+z"),
  },
  pages: [
    page("/a/$account/p/$project/merge_requests/$iid", {
      name: "merge_request",
      label: "Merge request",
      icon: GitPullRequest,
      component: "MergeRequestView",
      id: "number",
      // As a service's own interface names the form.
      newLeadsTo: "/a/$account/p/$project/merge_requests?create=1",
      firstReads: async ({ params: { account, project, iid } }, of) =>
        (await import("./first-reads.ts")).readMergeRequest(of(account), project, Number(iid)),
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchMergeRequest(client, params, search),
      parent: "merge_requests",
      names: ({ params, name }) => ({
        own: `!${params.iid}`,
        title: name && `${name} !${params.iid}`,
      }),
      web: ({ params: { iid }, search, hash }) =>
        `merge_requests/${iid}${webTabs[search.tab ?? ""] ?? ""}` +
        stringifyPlainSearch(
          search.tab === "changes" ? { diff_id: search.to, start_sha: shaOf(search.from) } : {},
        ) +
        hash,
    }),
    page("/a/$account/p/$project/merge_requests/$iid/stack", {
      name: "stack",
      label: "Stack",
      icon: Layers,
      component: "StackView",
      parent: "merge_requests",
      names: ({ params }) => ({ own: `Stack of !${params.iid}`, title: `Stack of !${params.iid}` }),
      web: ({ params: { iid } }) => `merge_requests/${iid}`,
    }),
  ],
});
