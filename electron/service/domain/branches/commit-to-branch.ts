import type { Optional } from "../../../../shared/optional.ts";
import { commitFile, commitFiles, type FileChange } from "../../git/commit-files.ts";
import { commitTree, mergeTrees, treeOfCommit } from "../../git/commit-tree.ts";
import { readCommit } from "../../git/commits.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import { readEntry } from "../../git/ls-tree.ts";
import { branchTip, isRefName, resolveCommit } from "../../git/refs.ts";
import { emptyTreeOf } from "../../git/tree-object.ts";
import { type BranchWriting, badParameter, invalid, notFound } from "../refusal.ts";
import { type BranchState, type RefWriter, requireUpdated, updateBranch } from "./update-branch.ts";

export type { FileChange };

/** A commit as the operations of files and commits request it. */
interface CommitRequest
  extends Optional<{
    startBranch: string;
    startSha: string;
    force: boolean;
    authorName: string;
    authorEmail: string;
  }> {
  readonly branch: string;
  readonly changes: readonly FileChange[];
  readonly message: string;
  /** Refuse a commit that would change nothing. */
  readonly mustChange?: boolean;
  /** Update a branch that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree: boolean;
}

/** Makes a commit, updates or creates its branch, and returns the commit's hash. Throws the interface's refusals. */
export async function commitToBranch(
  writer: RefWriter,
  request: CommitRequest,
  writing: BranchWriting = "commits",
): Promise<string> {
  const { user } = writer;
  const { branch, changes, message, mustChange = false, updateWorktree } = request;
  if (changes.length === 0) throw badParameter("actions", "is empty");
  const result = await updateBranch(writer, {
    branch,
    start: (state) => findStart(state, request),
    build: async ({ repository, tip, start }) => {
      if (tip === null && !(await isRefName(repository, branch))) {
        throw invalid("Branch name is invalid");
      }
      return commitFiles(repository, {
        parent: start,
        changes,
        message,
        author: { name: request.authorName || user.name, email: request.authorEmail || user.email },
        committer: { name: user.name, email: user.email },
        mustChange,
      });
    },
    message: `commit (helve): ${message.split("\n", 1)[0]}`,
    updateWorktree,
  });
  return requireUpdated(result, branch, writing);
}

/**
 * Makes a commit of one file, as the operations of files do: `branchDenied` where the branch may not be written, and another
 * message than the operation of commits for a file that changed meanwhile.
 */
export async function commitOneFile(
  writer: RefWriter,
  { change, ...request }: Omit<CommitRequest, "changes" | "mustChange"> & { readonly change: FileChange },
): Promise<string> {
  const commit = { ...request, changes: [change], mustChange: change.kind === "update" };
  try {
    return await commitToBranch(writer, commit, "files");
  } catch (error) {
    if (error instanceof GitRefusal && error.reason === "file_changed") {
      throw invalid("You are attempting to update a file that has changed since you started editing it.");
    }
    throw error;
  }
}

/** Returns the commit to build upon; null in an empty repository. Throws `invalid` where the request names none. */
async function findStart(
  { repository, project, tip }: BranchState,
  request: CommitRequest,
): Promise<string | null> {
  const start = request.startSha ?? request.startBranch;
  if (tip !== null) {
    if (start === undefined || start === request.branch) return tip;
    if (!request.force) {
      throw invalid(
        `A branch called '${request.branch}' already exists. Switch to that branch in order to make changes`,
      );
    }
  }
  const notOnBranch = invalid("You can only create or edit files when you are on a branch");
  if (start !== undefined) {
    const found = request.startSha
      ? await resolveCommit(repository, request.startSha)
      : await branchTip(repository, start);
    if (!found) throw notOnBranch;
    return found;
  }
  if (project.defaultBranch === null) return null;
  throw notOnBranch;
}

interface ApplyRequest {
  readonly branch: string;
  /** Commit to apply; of a merge, its changes against the first parent. */
  readonly commit: string;
  /** Update a branch that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree: boolean;
}

/**
 * Applies a commit to a branch, or reverts it there, as a new commit, and returns its hash. Throws `invalid` where that
 * conflicts or would change nothing.
 */
export async function applyToBranch(
  writer: RefWriter,
  verb: "cherry-pick" | "revert",
  { branch, commit, updateWorktree }: ApplyRequest,
): Promise<string> {
  const { user } = writer;
  const result = await updateBranch(writer, {
    branch,
    build: async ({ repository, tip }) => {
      if (tip === null) throw notFound("Branch");
      const applied = await readCommit(repository, commit);
      const parent = applied.parents[0] ?? (await emptyTreeOf(repository));
      const [base, theirs] = verb === "revert" ? [commit, parent] : [parent, commit];
      const merged = await mergeTrees(repository, base, tip, theirs);
      if (merged.kind === "conflict" || merged.tree === (await treeOfCommit(repository, tip)))
        throw cannot(verb);
      const author = verb === "revert" ? user : { name: applied.authorName, email: applied.authorEmail };
      const message = messageOf(verb, applied.message, commit);
      return commitTree(repository, merged.tree, [tip], { message, author, committer: user });
    },
    message: "commit (helve)",
    updateWorktree,
  });
  return requireUpdated(result, branch);
}

const messageOf = (verb: "cherry-pick" | "revert", message: string, commit: string): string =>
  verb === "revert"
    ? `Revert "${message.split("\n", 1)[0] ?? ""}"\n\nThis reverts commit ${commit}\n`
    : `${message.trimEnd()}\n\n(cherry picked from commit ${commit})\n`;

/** Text of other services for a conflict, and for a commit that would change nothing. */
const cannot = (verb: "cherry-pick" | "revert") => {
  const done = verb === "revert" ? "reverted" : "cherry-picked";
  return invalid(
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`,
  );
};

interface SubmoduleUpdate {
  readonly branch: string;
  readonly path: string;
  /** Full hash of the submodule's commit. */
  readonly commit: string;
  readonly message: string | undefined;
  /** Update a branch that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree: boolean;
}

/** Commits another commit of a submodule to a branch and returns the new tip. Throws `invalid` where there is nothing to do. */
export async function updateSubmoduleCommit(
  writer: RefWriter,
  { branch, path, commit, message, updateWorktree }: SubmoduleUpdate,
): Promise<string> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) throw invalid("commit_sha is invalid");
  const { user } = writer;
  const result = await updateBranch(writer, {
    branch,
    build: async ({ repository, tip }) => {
      if (tip === null) throw notFound("Branch");
      const entry = await readEntry(repository, tip, path);
      if (entry?.type !== "commit") throw invalid("Invalid submodule path");
      if (entry.id === commit) throw invalid(`The submodule ${path} is already at ${commit}`);
      return commitFile(
        repository,
        tip,
        path,
        { mode: "160000", content: { id: commit } },
        {
          message: message || `Update submodule ${path} with oid ${commit}`,
          author: user,
          committer: user,
        },
      );
    },
    message: "commit (helve)",
    updateWorktree,
  });
  return requireUpdated(result, branch);
}
