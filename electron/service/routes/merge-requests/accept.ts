import {
  acceptMergeRequest,
  resolveMergeConflicts,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import { requireCaller } from "../../domain/access/require-user.ts";
import { acceptMergeRequest as accept } from "../../domain/merge-requests/accept-merge-request.ts";
import { describeSingleMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { resolveConflicts } from "../../domain/merge-requests/resolve-conflicts.ts";
import { implement } from "../../http/implement.ts";
import { toMergeRequestDetail } from "../../presenters/merge-request.ts";

export const acceptRoutes = [
  implement(acceptMergeRequest, async (input, context) => {
    const user = requireCaller(context);
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    await accept({ store: context.store, project, user }, mergeRequest, {
      sha: input.sha,
      squash: input.squash,
      squashMessage: input.squash_commit_message,
      mergeMessage: input.merge_commit_message,
      removeSourceBranch: input.should_remove_source_branch,
      updateWorktree: input.update_worktree,
    });
    const merged = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, merged.mergeRequest, context.request.signal),
    );
  }),
  implement(resolveMergeConflicts, async (input, context) => {
    const user = requireCaller(context);
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const id = await resolveConflicts({ store: context.store, project, user }, mergeRequest, {
      sourceSha: input.source_sha,
      targetSha: input.target_sha,
      message: input.commit_message,
      files: input.files,
    });
    return { id };
  }),
];
