import type { CommitAction } from "../../../../shared/api/resources/commits.ts";
import { isAncestor } from "../../git/history/rev-list.ts";
import { branchTip, isRefName, noObject, resolveCommit } from "../../git/refs/refs.ts";
import { git } from "../../git/run.ts";
import { commitActions } from "../../git/write/commit-actions.ts";
import { httpError } from "../../http/http-error.ts";
import type { Context } from "../../http/implement.ts";
import { findProject, type Project, touchProject } from "../../store/projects/projects.ts";
import { moveRefs } from "./move-refs.ts";
import { type RefusalStatus, requireRefChange } from "./require-ref-change.ts";

/** A commit as files and commits ask for it. */
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
  /** Move a branch that is checked out in an original together with its clean work tree. */
  readonly updateWorktree?: boolean | undefined;
}

/** Makes a commit and moves its branch, one writer at a time. Answers the commit's hash. */
export function commitToBranch(
  context: Context,
  asked: Project,
  request: CommitRequest,
  refusal: RefusalStatus = 403,
): Promise<string> {
  const { user } = context;
  if (!user) throw httpError(401, "401 Unauthorized");
  const repository = context.repository(asked);
  const { branch } = request;
  requireRefChange(context, asked, { kind: "branch", name: branch, change: "write" }, refusal);
  return repository.exclusively(async () => {
    // Whoever came first may have given the project its default branch.
    const project = findProject(context.store, asked.id) ?? asked;
    const tip = await branchTip(repository, branch);
    const parent = await startOf(context, project, request, tip);
    const keeps =
      tip === parent || (tip !== null && parent !== null && (await isAncestor(repository, tip, parent)));
    const change = tip === null ? "create" : keeps ? "write" : "rewrite";
    requireRefChange(context, project, { kind: "branch", name: branch, change }, refusal);
    if (tip === null && !(await isRefName(repository, branch))) {
      throw httpError(400, "Branch name is invalid");
    }
    const author = {
      name: request.authorName || user.name,
      email: request.authorEmail || user.email,
    };
    const id = await commitActions(repository, {
      parent,
      actions: request.actions,
      message: request.message,
      author,
      committer: { name: user.name, email: user.email },
      mustChange: request.mustChange,
    });
    const update = { ref: `refs/heads/${branch}`, before: tip ?? noObject, after: id };
    const { updateWorktree } = request;
    const moved = await moveRefs(context.store, project, [update], {
      user,
      updateWorktree,
      message: `commit (helve): ${request.message.split("\n", 1)[0]}`,
    });
    if (!moved) throw httpError(400, `Could not update refs/heads/${branch}. Please refresh and try again.`);
    if (project.defaultBranch === null && project.origin === null) {
      await git(repository.folder, ["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
    }
    touchProject(context.store, project, branch);
    return id;
  });
}

/** The commit to build upon; null in an empty repository. */
async function startOf(
  context: Context,
  project: Project,
  request: CommitRequest,
  tip: string | null,
): Promise<string | null> {
  const repository = context.repository(project);
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
  if (start !== undefined) {
    const found = request.startSha
      ? await resolveCommit(repository, request.startSha)
      : await branchTip(repository, start);
    if (!found) throw httpError(400, "You can only create or edit files when you are on a branch");
    return found;
  }
  if (project.defaultBranch === null) return null;
  throw httpError(400, "You can only create or edit files when you are on a branch");
}
