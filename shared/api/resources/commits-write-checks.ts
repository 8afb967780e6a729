import type { Fields } from "../identity/identity.ts";
import { adds, isMine } from "../write-checks/added-entry.ts";
import {
  compareFields,
  done,
  isFields,
  isSameText,
  type Known,
  notDone,
  undecided,
  unseen,
  type WriteCheck,
  type WriteCheckContext,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { getBranch, listBranches } from "./branches.ts";
import {
  cherryPickCommit,
  createCommit,
  createCommitComment,
  createCommitStatus,
  listCommitComments,
  listCommits,
  revertCommit,
} from "./commits.ts";
import { createFile, deleteFile, updateFile } from "./files.ts";
import { updateSubmodule } from "./submodules.ts";

/**
 * A write after which a branch has a further commit. A new commit is above all that the branch had: it is the one that
 * was sent where it is above a known commit of the branch, or the branch did not exist, and its message and author fit;
 * it is missing where the list reaches a known commit, or the start of history, without it.
 */
const addsCommit = (fits: (message: string, written: Fields) => boolean): WriteCheck => ({
  read: listCommits,
  input: ({ id, branch }) => ({ id, ref_name: branch, per_page: 100 }),
  known: [
    { read: listBranches, input: ({ id }) => ({ id }) },
    { read: getBranch, input: ({ id, branch }) => ({ id, branch }) },
    { read: getBranch, input: ({ id, branch, start_branch: start }) => ({ id, branch: start ?? branch }) },
  ],
  first: {
    read: getBranch,
    input: ({ id, branch, start_branch: start }) => ({ id, branch: start ?? branch }),
    isNeeded: (written, cached) => knownCommits(written, cached).size === 0,
  },
  firstPageOnly: true,
  judge(found, written, context) {
    if (!Array.isArray(found)) return undecided;
    const commits = found.filter(isFields);
    const known = knownCommits(written, context.before);
    const reached = commits.findIndex(({ id }) => known.has(String(id)));
    const isReached = reached >= 0;
    const isAbove = isReached || isCreated(written, context.before);
    const candidates = (isReached ? commits.slice(0, reached) : commits).filter(({ message, title }) =>
      fits(String(message ?? title), written),
    );
    if (candidates.length === 0) return isReached || context.isComplete ? notDone : undecided;
    const own = isAbove && candidates.find((commit) => isOwn(commit, written, context));
    return own ? done(own) : undecided;
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

/** Returns whether the write created the branch from nothing, as the first commit of a repository does. */
const isCreated = ({ start_branch: start, start_sha: sha }: Fields, before: readonly Known[]): boolean =>
  start === undefined && sha === undefined && before.some(({ value }) => value === null);

/** Returns whether a commit is by the account's user, or by the author that was sent. */
function isOwn(
  { author_name: author, committer_name: committer }: Fields,
  { author_name: sent }: Fields,
  { user }: WriteCheckContext,
): boolean {
  if (typeof sent === "string" && sent !== "") return author === sent;
  return user !== null && (author === user.name || committer === user.name);
}

const withMessage = addsCommit((message, { commit_message: sent }) => isSameText(message, sent));

/** Checks of the writes of commits, files and submodules. */
export const commitWriteChecks: WriteChecks = [
  [createCommit, withMessage],
  [createFile, withMessage],
  [updateFile, withMessage],
  [deleteFile, withMessage],
  [updateSubmodule, withMessage],
  [cherryPickCommit, addsCommit((message, { sha }) => message.includes(`cherry picked from commit ${sha}`))],
  [revertCommit, addsCommit((message, { sha }) => message.includes(`This reverts commit ${sha}`))],
  [
    createCommitComment,
    adds({
      read: listCommitComments,
      input: ({ id, sha }) => ({ id, sha, per_page: 100 }),
      compare: (entry, written, context) => ({
        content:
          isSameText(entry.note, written.note) &&
          compareFields(entry, written, ["path", "line", "line_type"]) !== false,
        mine: isMine(entry.author, context),
      }),
      // They have no id.
      order: ({ note, path, line, created_at: time, author }) =>
        JSON.stringify([note, path, line, time, isFields(author) ? author.id : null]),
      what: () => "The comment",
    }),
  ],
  [createCommitStatus, unseen("a check may report several times under one name")],
];
