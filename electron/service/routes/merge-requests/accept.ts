import { acceptMergeRequest } from "../../../../shared/api/resources/merge-request-changes.ts";
import { acceptMergeRequest as accept } from "../../domain/merge-requests/accept-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { unauthorized } from "../../http/http-error.ts";
import { implement } from "../../http/implement.ts";
import { toMergeRequestDetail } from "../../presenters/merge-request.ts";

export const acceptRoutes = [
  implement(acceptMergeRequest, async (input, context) => {
    const { user, store } = context;
    if (!user) throw unauthorized();
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    await accept({ store, project, user }, mergeRequest, {
      sha: input.sha,
      squash: input.squash,
      squashMessage: input.squash_commit_message,
      mergeMessage: input.merge_commit_message,
      removeSourceBranch: input.should_remove_source_branch,
      updateWorktree: input.update_worktree,
    });
    return toMergeRequestDetail(
      context,
      requireMergeRequest(context, input.id, input.merge_request_iid).mergeRequest,
    );
  }),
];
