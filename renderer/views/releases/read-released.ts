import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { compareRefs } from "../../../shared/api/resources/repository.ts";
import { fetchOperation, requestOperation } from "../../api/fetch-operation.ts";

/** Tags that are offered as the last release. */
export const maxTags = 50;

/** Returns the tag before a release's own, of tags latest first; null where there is no other one. */
export const tagBefore = (tags: readonly string[], tag: string): string | null =>
  tags.slice(tags.indexOf(tag) + 1).find((name) => name !== tag) ?? tags.find((name) => name !== tag) ?? null;

interface NotesRange {
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

/** Reads what was committed and merged between two refs, latest first. */
export async function readReleased(account: string, { project: id, from, to }: NotesRange) {
  const { commits } = await fetchOperation(account, compareRefs, { id, from, to });
  const times = commits
    .map((each) => Date.parse(each.committed_date ?? each.created_at ?? ""))
    .filter(Boolean);
  if (times.length === 0) return { commits: [], mergeRequests: [] };
  // Every one that brought a commit was merged, and so updated, after the first of them was made.
  const after = new Date(Math.min(...times)).toISOString();
  const merged = { id, state: "merged", updated_after: after, per_page: 100 } as const;
  const { data } = await requestOperation(account, listProjectMergeRequests, merged, { pages: "all" });
  return {
    commits: commits.toReversed().map((each) => ({ ...each, message: each.message ?? each.title })),
    mergeRequests: data.map((each) => ({
      iid: each.iid,
      title: each.title,
      labels: each.labels,
      author: each.author?.username ?? null,
      hashes: [each.merge_commit_sha, each.squash_commit_sha, each.sha].filter(
        (hash) => typeof hash === "string",
      ),
    })),
  };
}
