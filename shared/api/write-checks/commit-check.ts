import type { Fields } from "../identity/identity.ts";
import { getBranch, listBranches } from "../resources/branches.ts";
import { listCommits } from "../resources/commits.ts";
import { isFields, type Known, type WriteCheck, type WriteCheckContext } from "./write-check.ts";

/**
 * A write after which a branch has a further commit. A new commit is above all that the branch had: it is the one that
 * was sent where it is above a known commit of the branch and its message and author fit; it is missing where the list
 * reaches a known commit, or the start of history, without it.
 */
export const addsCommit = (fits: (message: string, written: Fields) => boolean): WriteCheck => ({
  read: listCommits,
  input: ({ id, branch }) => ({ id, ref_name: branch, per_page: 100 }),
  known: [
    { read: listBranches, input: ({ id }) => ({ id }) },
    { read: getBranch, input: ({ id, branch }) => ({ id, branch }) },
    { read: getBranch, input: ({ id, branch, start_branch: start }) => ({ id, branch: start ?? branch }) },
  ],
  firstPageOnly: true,
  judge(found, written, context) {
    if (!Array.isArray(found)) return "unknown";
    const commits = found.filter(isFields);
    const known = knownCommits(written, context.before);
    const reached = commits.findIndex(({ id }) => known.has(String(id)));
    const isAbove = reached >= 0;
    const candidates = (isAbove ? commits.slice(0, reached) : commits).filter(({ message, title }) =>
      fits(String(message ?? title), written),
    );
    if (candidates.length === 0) return isAbove || context.isComplete ? "no" : "unknown";
    return isAbove && candidates.some((commit) => isOwn(commit, written, context)) ? "yes" : "unknown";
  },
  sentences: ({ branch }) => [`The commit on ${branch} is there.`, `The commit on ${branch} is not there.`],
});

/** The hashes of commits that the branch, or the one that it was to start from, had before the write. */
function knownCommits(
  { branch, start_branch: start, start_sha: sha }: Fields,
  before: readonly Known[],
): ReadonlySet<string> {
  const names = new Set([branch, start].filter((name) => typeof name === "string"));
  const known = new Set<string>(typeof sha === "string" ? [sha] : []);
  for (const { query, value } of before) {
    const isOfBranch = query.ref_name !== undefined && names.has(query.ref_name) && query.all === undefined;
    for (const entry of [value].flat()) {
      if (!isFields(entry)) continue;
      const { commit } = entry;
      if (isOfBranch) known.add(String(entry.id));
      else if (names.has(String(entry.name)) && isFields(commit)) known.add(String(commit.id));
    }
  }
  return known;
}

/** Returns whether a commit is by the account's user, or by the author that was sent. */
function isOwn(
  { author_name: author, committer_name: committer }: Fields,
  { author_name: sent }: Fields,
  { user }: WriteCheckContext,
): boolean {
  if (typeof sent === "string" && sent !== "") return author === sent;
  return user !== null && (author === user.name || committer === user.name);
}
