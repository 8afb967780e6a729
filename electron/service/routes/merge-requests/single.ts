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
import {
  createMergeRequestReaction,
  createNoteReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listMergeRequestReactions,
  listNoteReactions,
} from "../../../../shared/api/resources/reactions.ts";
import { requireCaller, requirePush, requireTarget } from "../../domain/access/require-access.ts";
import {
  listReactions,
  mergeRequestTarget,
  noteTarget,
  type ReactionTarget,
  react,
  removeReaction,
} from "../../domain/discussions/reactions.ts";
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
  estimateTime,
  removeEstimate,
  removeSpentTime,
  spendTime,
} from "../../domain/merge-requests/track-time.ts";
import {
  createMergeRequestInto,
  removeMergeRequest,
  updateMergeRequestFields,
} from "../../domain/merge-requests/write-merge-request.ts";
import { mapPage, pageOf } from "../../domain/paged.ts";
import { type Context, implement } from "../../http/implement.ts";
import { decodeContent } from "../../http/input/decode-call.ts";
import {
  toApprovalState,
  toApprovals,
  toMergeRequestDetail,
  toReviewer,
  toTimeStats,
} from "../../presenters/merge-request.ts";
import { toReaction } from "../../presenters/note.ts";

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

export const timeRoutes = [
  implement(getTimeStats, (input, context) =>
    toTimeStats(requireMergeRequest(context, input.id, input.merge_request_iid).mergeRequest),
  ),
  implement(setTimeEstimate, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toTimeStats(estimateTime(context, found, input.duration));
  }),
  implement(resetTimeEstimate, (input, context) =>
    toTimeStats(removeEstimate(context, requireMergeRequest(context, input.id, input.merge_request_iid))),
  ),
  implement(addSpentTime, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toTimeStats(spendTime(context, found, input.duration));
  }),
  implement(resetSpentTime, (input, context) =>
    toTimeStats(removeSpentTime(context, requireMergeRequest(context, input.id, input.merge_request_iid))),
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

const list = (context: Context, target: ReactionTarget) =>
  mapPage(pageOf(context, listReactions(context, target)), (reaction) => toReaction(context, reaction));

const create = async (context: Context, target: ReactionTarget, name: string) =>
  toReaction(context, await react(context, target, name));

function remove(context: Context, target: ReactionTarget, awardId: number): undefined {
  removeReaction(context, target, awardId);
}

export const reactionRoutes = [
  implement(listMergeRequestReactions, (input, context) => list(context, mergeRequestTarget(context, input))),
  implement(createMergeRequestReaction, (input, context) =>
    create(context, mergeRequestTarget(context, input), input.name),
  ),
  implement(deleteMergeRequestReaction, (input, context) =>
    remove(context, mergeRequestTarget(context, input), input.award_id),
  ),
  implement(listNoteReactions, (input, context) => list(context, noteTarget(context, input))),
  implement(createNoteReaction, (input, context) => create(context, noteTarget(context, input), input.name)),
  implement(deleteNoteReaction, (input, context) =>
    remove(context, noteTarget(context, input), input.award_id),
  ),
];
