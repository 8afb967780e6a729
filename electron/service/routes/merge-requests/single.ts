import {
  approveMergeRequest,
  getApprovalState,
  getMergeRequestApprovals,
  listReviewers,
  publishReview,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-approvals.ts";
import {
  cancelAutoMerge,
  rebaseMergeRequest,
} from "../../../../shared/api/resources/merge-request-merges.ts";
import {
  acceptMergeRequest,
  addSpentTime,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  getTimeStats,
  resetSpentTime,
  resetTimeEstimate,
  resolveMergeConflicts,
  setTimeEstimate,
  updateMergeRequest,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireCaller, requirePush, requireTarget } from "../../domain/access/require-access.ts";
import { approvalRulesOf } from "../../domain/merge-requests/approval-rules.ts";
import {
  addApproval,
  approvalsOf,
  describeReviewers,
  removeApproval,
  submitReview,
} from "../../domain/merge-requests/approve-merge-request.ts";
import {
  cancelAutoMergeOf,
  mergeRequestUrl,
  mergeWhenPipelineSucceeds,
} from "../../domain/merge-requests/auto-merge.ts";
import { describeSingleMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import {
  mergeIntoTargetBranch,
  resolveConflicts,
} from "../../domain/merge-requests/merge-into-target-branch.ts";
import { startRebase } from "../../domain/merge-requests/rebase-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import {
  createMergeRequestInto,
  removeMergeRequest,
  updateMergeRequestFields,
} from "../../domain/merge-requests/write-merge-request.ts";
import {
  estimateTime,
  removeEstimate,
  removeSpentTime,
  spendTime,
  type Tracked,
} from "../../domain/planning/track-time.ts";
import { type Context, implement } from "../../http/implement.ts";
import { decodeContent } from "../../http/input/decode-call.ts";
import {
  toApprovalState,
  toApprovals,
  toMergeRequestDetail,
  toReviewer,
  toTimeStats,
} from "../../presenters/merge-request.ts";

export const singleMergeRequestRoutes = [
  implement(getMergeRequest, async (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, mergeRequest, context.request.signal, {
        rebase: input.include_rebase_in_progress ?? false,
        diverged: input.include_diverged_commits_count ?? false,
      }),
    );
  }),
  implement(createMergeRequest, async (input, context) => {
    const writer = requirePush(context, input.id);
    const target = requireTarget(context, writer.project, input.target_project_id);
    const made = await createMergeRequestInto(writer, target, input);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, made, context.request.signal),
    );
  }),
  implement(updateMergeRequest, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    await updateMergeRequestFields(context.store, requireCaller(context), found, input);
    const updated = requireMergeRequest(context, found.project.id, input.merge_request_iid);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, updated.mergeRequest, context.request.signal),
    );
  }),
  implement(deleteMergeRequest, async (input, context) => {
    await removeMergeRequest(context, requireMergeRequest(context, input.id, input.merge_request_iid));
    return undefined;
  }),
];

/** Returns a merge request whose time is tracked. */
function tracked(
  context: Context,
  input: { readonly id: string | number; readonly merge_request_iid: number },
): Tracked {
  const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
  const { id, timeEstimate, timeSpent } = mergeRequest;
  return { project, issuable: { type: "MergeRequest", id }, timeEstimate, timeSpent };
}

export const timeRoutes = [
  implement(getTimeStats, (input, context) => toTimeStats(tracked(context, input))),
  implement(setTimeEstimate, (input, context) =>
    toTimeStats(estimateTime(context, tracked(context, input), input.duration)),
  ),
  implement(resetTimeEstimate, (input, context) =>
    toTimeStats(removeEstimate(context, tracked(context, input))),
  ),
  implement(addSpentTime, (input, context) =>
    toTimeStats(spendTime(context, tracked(context, input), input.duration)),
  ),
  implement(resetSpentTime, (input, context) =>
    toTimeStats(removeSpentTime(context, tracked(context, input))),
  ),
];

export const acceptRoutes = [
  implement(acceptMergeRequest, async (input, context) => {
    const user = requireCaller(context);
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const isAutomatic = input.auto_merge ?? input.merge_when_pipeline_succeeds ?? false;
    const merge = isAutomatic ? mergeWhenPipelineSucceeds : mergeIntoTargetBranch;
    await merge({ store: context.store, project, user }, mergeRequest, {
      sha: input.sha,
      squash: input.squash,
      squashMessage: input.squash_commit_message,
      mergeMessage: input.merge_commit_message,
      removeSourceBranch: input.should_remove_source_branch,
      updateWorktree: input.update_worktree ?? false,
      url: mergeRequestUrl(context.baseUrl, project, mergeRequest),
    });
    const merged = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, merged.mergeRequest, context.request.signal),
    );
  }),
  implement(cancelAutoMerge, (input, context) => {
    cancelAutoMergeOf(context, requireMergeRequest(context, input.id, input.merge_request_iid));
    return { status: "success" };
  }),
  implement(rebaseMergeRequest, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    await startRebase(context, found, { skipsCi: input.skip_ci ?? false });
    return { rebase_in_progress: true };
  }),
  implement(resolveMergeConflicts, async (input, context) => {
    const user = requireCaller(context);
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const id = await resolveConflicts({ store: context.store, project, user }, mergeRequest, {
      sourceSha: input.source_sha,
      targetSha: input.target_sha,
      message: input.commit_message,
      files: input.files.map(({ path, content, encoding }) => ({
        path,
        content: content === null ? null : decodeContent(content, encoding),
      })),
    });
    return { id };
  }),
];

export const approvalRoutes = [
  implement(getMergeRequestApprovals, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toApprovals(context, found, approvalsOf(context, found));
  }),
  implement(approveMergeRequest, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    addApproval(context, found, input.sha);
    return toApprovals(context, found, approvalsOf(context, found));
  }),
  implement(unapproveMergeRequest, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    removeApproval(context, found);
    return toApprovals(context, found, approvalsOf(context, found));
  }),
  implement(getApprovalState, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toApprovalState(context, await approvalRulesOf(context.store, found, context.request.signal));
  }),
  implement(listReviewers, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return describeReviewers(context, found).map((reviewer) => toReviewer(context, reviewer));
  }),
  implement(publishReview, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    submitReview(context, found, { state: input.reviewer_state, note: input.note });
    return undefined;
  }),
];
