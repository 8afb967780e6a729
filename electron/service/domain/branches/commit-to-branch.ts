import type { CommitAction } from "../../../../shared/api/resources/commits.ts";
import { GitRefusal } from "../../git/git-refusal.ts";
import { branchTip, isRefName, resolveCommit } from "../../git/refs/refs.ts";
import { commitActions } from "../../git/write/commit-actions.ts";
import { badParameter, httpError } from "../../http/http-error.ts";
import { type RefusalStatus, requireUpdated } from "./branch-refusals.ts";
import { type BranchState, type RefWriter, updateBranch } from "./update-branch.ts";

/** A commit as the operations of files and commits request it. */
export interface CommitRequest {
  readonly branch: string;
  readonly startBranch?: string | undefined;
  readonly startSha?: string | undefined;
  readonly force?: boolean | undefined;
  readonly actions: readonly CommitAction[];
  readonly message: string;
  readonly authorName?: string | undefined;
  readonly authorEmail?: string | undefined;
  /** Refuse a commit that would change nothing. */
  readonly mustChange?: boolean | undefined;
  /** Update a branch that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree?: boolean | undefined;
}

/** Makes a commit, updates or creates its branch, and returns the commit's hash. Throws the interface's refusals. */
export async function commitToBranch(
  writer: RefWriter,
  request: CommitRequest,
  refusal: RefusalStatus = 403,
): Promise<string> {
  const { user } = writer;
  const { branch, actions, message, mustChange, updateWorktree } = request;
  if (actions.length === 0) throw badParameter("actions is empty");
  const result = await updateBranch(writer, {
    branch,
    start: (state) => findStart(state, request),
    build: async ({ repository, tip, start }) => {
      if (tip === null && !(await isRefName(repository, branch))) {
        throw httpError(400, "Branch name is invalid");
      }
      return commitActions(repository, {
        parent: start,
        actions,
        message,
        author: { name: request.authorName || user.name, email: request.authorEmail || user.email },
        committer: { name: user.name, email: user.email },
        mustChange,
      });
    },
    message: `commit (helve): ${message.split("\n", 1)[0]}`,
    updateWorktree,
  });
  return requireUpdated(result, branch, refusal);
}

/**
 * Makes a commit of one file, as the operations of files do: 400 where the branch may not be written, and another
 * message than the operation of commits for a file that changed meanwhile.
 */
export async function commitOneFile(
  writer: RefWriter,
  { action, ...request }: Omit<CommitRequest, "actions" | "mustChange"> & { readonly action: CommitAction },
): Promise<string> {
  const commit = { ...request, actions: [action], mustChange: action.action === "update" };
  try {
    return await commitToBranch(writer, commit, 400);
  } catch (error) {
    if (error instanceof GitRefusal && error.reason === "file_changed") {
      throw httpError(
        400,
        "You are attempting to update a file that has changed since you started editing it.",
      );
    }
    throw error;
  }
}

/** Returns the commit to build upon; null in an empty repository. Throws 400 where the request names none. */
async function findStart(
  { repository, project, tip }: BranchState,
  request: CommitRequest,
): Promise<string | null> {
  const start = request.startSha ?? request.startBranch;
  if (tip !== null) {
    if (start === undefined || start === request.branch) return tip;
    if (!request.force) {
      throw httpError(
        400,
        `A branch called '${request.branch}' already exists. Switch to that branch in order to make changes`,
      );
    }
  }
  const notOnBranch = httpError(400, "You can only create or edit files when you are on a branch");
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
