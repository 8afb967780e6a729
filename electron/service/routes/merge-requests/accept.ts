import { acceptMergeRequest } from "../../../../shared/api/resources/merge-request-changes.ts";
import { denialFor } from "../../domain/branches/authorize-ref.ts";
import { moveRefs } from "../../domain/branches/move-refs.ts";
import { followBranches, note } from "../../domain/merge-requests/follow-branches.ts";
import { emitMergeRequestChanged } from "../../domain/merge-requests/merge-request-events.ts";
import { GitRefusal } from "../../git/git-refusal.ts";
import { mergeBase } from "../../git/history/ancestry.ts";
import { branchTip, noObject } from "../../git/refs/refs.ts";
import { commitTree } from "../../git/write/commit-tree.ts";
import { mergeTrees } from "../../git/write/merge-tree.ts";
import { httpError, unauthorized } from "../../http/http-error.ts";
import { type Context, implement } from "../../http/implement.ts";
import { requireMergeRequest, toMergeRequestDetail } from "../../presenters/merge-request.ts";
import { findProject, type Project, touchProject } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  findMergeRequest,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { findUser } from "../../store/users/users.ts";

/** Throws 401 where the caller may not merge into the target branch, as real services do. */
function requireMerge(context: Context, project: Project, { targetBranch }: MergeRequest): void {
  const change = { kind: "branch", name: targetBranch, change: "merge" } as const;
  if (denialFor(context.store, context.user, project, change) !== null) throw unauthorized();
}

/** Deletes the source branch where the caller may; the merge stands either way. */
async function removeSourceBranch(context: Context, mergeRequest: MergeRequest): Promise<void> {
  const { store, user } = context;
  const name = mergeRequest.sourceBranch;
  const source =
    mergeRequest.sourceProjectId === null ? null : findProject(store, mergeRequest.sourceProjectId);
  if (!source || denialFor(store, user, source, { kind: "branch", name, change: "delete" }) !== null) return;
  const repository = context.repository(source);
  const tip = await branchTip(repository, name);
  // Commits that came after those that were merged are not lost.
  if (!tip || tip !== latestVersion(store, mergeRequest.id)?.headSha) return;
  const ref = `refs/heads/${name}`;
  // It was merged: a source that stays because it is checked out is no failure of that.
  await moveRefs(store, source, [{ ref, before: tip, after: noObject }]).catch(unlessCheckedOut);
}

export const acceptRoutes = [
  implement(acceptMergeRequest, async (input, context) => {
    const { user, store } = context;
    if (!user) throw unauthorized();
    const { project, mergeRequest } = await requireMergeRequest(context, input.id, input.merge_request_iid);
    const repository = context.repository(project);
    requireMerge(context, project, mergeRequest);
    if (mergeRequest.state !== "opened" || mergeRequest.wip) throw httpError(405, "405 Method Not Allowed");
    await repository.exclusively(async () => {
      const head = latestVersion(store, mergeRequest.id)?.headSha;
      const into = await branchTip(repository, mergeRequest.targetBranch);
      if (!head || !into) throw httpError(406, "Branch cannot be merged");
      if (input.sha !== undefined && input.sha !== head)
        throw httpError(409, `SHA does not match HEAD of source branch: ${head}`);
      const base = await mergeBase(repository, [into, head]);
      const merged = base ? await mergeTrees(repository, base, into, head) : null;
      if (merged?.kind !== "tree") throw httpError(406, "Branch cannot be merged");
      const squash = input.squash ?? mergeRequest.squash;
      const author = mergeRequest.authorId === null ? user : (findUser(store, mergeRequest.authorId) ?? user);
      const reference = `See merge request ${project.fullPath}!${mergeRequest.iid}`;
      const made = squash
        ? await commitTree(repository, merged.tree, [into], {
            message: input.squash_commit_message ?? `${mergeRequest.title}\n\n${reference}\n`,
            author,
            committer: user,
          })
        : await commitTree(repository, merged.tree, [into, head], {
            message:
              input.merge_commit_message ??
              `Merge branch '${mergeRequest.sourceBranch}' into '${mergeRequest.targetBranch}'\n\n${mergeRequest.title}\n\n${reference}\n`,
            author: user,
            committer: user,
          });
      const update = { ref: `refs/heads/${mergeRequest.targetBranch}`, before: into, after: made };
      const options = {
        user,
        updateWorktree: input.update_worktree,
        message: `merge (helve): ${mergeRequest.sourceBranch}`,
      };
      if (!(await moveRefs(store, project, [update], options)))
        throw httpError(406, "Branch cannot be merged");
      const now = new Date().toISOString();
      changeMergeRequest(
        store,
        mergeRequest.id,
        { state: "merged", mergeCommitSha: made, mergedById: user.id, mergedAt: now },
        now,
      );
      note(store, mergeRequest, user.id, "merged", now);
      emitMergeRequestChanged(store, { mergeRequestId: mergeRequest.id, userId: user.id, action: "merge" });
    });
    if (input.should_remove_source_branch ?? mergeRequest.removeSourceBranch) {
      await removeSourceBranch(context, mergeRequest);
    }
    touchProject(store, project);
    await followBranches(store, project, user.id);
    return toMergeRequestDetail(
      context,
      findMergeRequest(store, project.id, mergeRequest.iid) ?? mergeRequest,
    );
  }),
];

function unlessCheckedOut(error: unknown): void {
  if (!(error instanceof GitRefusal && error.reason === "checked_out")) throw error;
}
