import { formatDuration } from "../../../shared/time/duration.ts";
import type { ApprovalRule } from "../domain/merge-requests/approval-rules.ts";
import type { Approvals, ReviewerDetails } from "../domain/merge-requests/approve-merge-request.ts";
import type {
  MergeRequestDetails,
  SingleMergeRequestDetails,
} from "../domain/merge-requests/describe-merge-request.ts";
import type { MergeRequestInProject } from "../domain/merge-requests/require-merge-request.ts";
import type { Times } from "../domain/planning/track-time.ts";
import type { Links } from "../http/implement.ts";
import type { Version } from "../store/review/merge-request-versions.ts";
import type { Milestone } from "../store/review/milestones.ts";
import { toPipelineSummary } from "./pipeline.ts";
import { toUserOrNull, toUserSummary } from "./user.ts";

/** Returns the estimate and the spent time of a merge request or issue, in seconds and in words. */
export const toTimeStats = ({ timeEstimate, timeSpent }: Times) => ({
  time_estimate: timeEstimate,
  total_time_spent: timeSpent,
  human_time_estimate: timeEstimate > 0 ? formatDuration(timeEstimate) : null,
  human_total_time_spent: timeSpent !== 0 ? formatDuration(timeSpent) : null,
});

/** Returns a milestone of a project or group. */
export const toMilestone = (links: Links, milestone: Milestone) => ({
  id: milestone.id,
  iid: milestone.iid,
  ...(milestone.groupId === null ? { project_id: milestone.projectId } : { group_id: milestone.groupId }),
  title: milestone.title,
  description: milestone.description,
  state: milestone.state,
  created_at: milestone.createdAt,
  updated_at: milestone.updatedAt,
  due_date: milestone.dueDate,
  start_date: milestone.startDate,
  web_url: `${links.baseUrl}/${milestone.groupId === null ? "" : "groups/"}${milestone.holderPath}/-/milestones/${milestone.iid}`,
});

/** Returns the reduced form of a list with `view=simple`. */
export const toSimpleMergeRequest = (links: Links, { project, mergeRequest }: MergeRequestInProject) => ({
  id: mergeRequest.id,
  iid: mergeRequest.iid,
  project_id: mergeRequest.projectId,
  title: mergeRequest.title,
  description: mergeRequest.description,
  state: mergeRequest.state,
  created_at: mergeRequest.createdAt,
  updated_at: mergeRequest.updatedAt,
  web_url: `${links.baseUrl}/${project.fullPath}/-/merge_requests/${mergeRequest.iid}`,
});

/** Returns a merge request as in lists. */
export function toMergeRequest(links: Links, details: MergeRequestDetails) {
  const { project, mergeRequest, version, milestone, status } = details;
  const people = details.assignees.map((user) => toUserSummary(links, user));
  const open = mergeRequest.state === "opened";
  const merger = toUserOrNull(links, details.mergedBy);
  return {
    ...toSimpleMergeRequest(links, details),
    source_project_id: mergeRequest.sourceProjectId,
    target_project_id: mergeRequest.projectId,
    merged_by: merger,
    merge_user: merger ?? toUserOrNull(links, details.autoMergeUser),
    merged_at: mergeRequest.mergedAt,
    closed_by: toUserOrNull(links, details.closedBy),
    closed_at: mergeRequest.closedAt,
    target_branch: mergeRequest.targetBranch,
    source_branch: mergeRequest.sourceBranch,
    upvotes: details.upvotes,
    downvotes: details.downvotes,
    author: toUserOrNull(links, details.author),
    assignee: people[0] ?? null,
    assignees: people,
    reviewers: details.reviewers.map((user) => toUserSummary(links, user)),
    labels: [...details.labels],
    work_in_progress: mergeRequest.wip,
    draft: mergeRequest.wip,
    milestone: milestone && toMilestone(links, milestone),
    merge_when_pipeline_succeeds: details.autoMergeUser !== null,
    merge_status: status,
    detailed_merge_status: detailedStatus(details),
    sha: version?.headSha ?? null,
    merge_commit_sha: mergeRequest.mergeCommitSha,
    user_notes_count: details.comments,
    discussion_locked: mergeRequest.discussionLocked || null,
    should_remove_source_branch: mergeRequest.removeSourceBranch,
    force_remove_source_branch: mergeRequest.removeSourceBranch,
    allow_collaboration: mergeRequest.allowCollaboration,
    allow_maintainer_to_push: mergeRequest.allowCollaboration,
    references: {
      short: `!${mergeRequest.iid}`,
      relative: `!${mergeRequest.iid}`,
      full: `${project.fullPath}!${mergeRequest.iid}`,
    },
    time_stats: toTimeStats(mergeRequest),
    squash: mergeRequest.squash,
    has_conflicts: open && status === "cannot_be_merged",
    blocking_discussions_resolved: !details.hasOpenThreads,
  };
}

function detailedStatus({ mergeRequest, status, unmet, needsRebase }: MergeRequestDetails): string {
  if (mergeRequest.state !== "opened") return "not_open";
  if (mergeRequest.wip) return "draft_status";
  if (status === "can_be_merged" && needsRebase) return "need_rebase";
  if (status === "can_be_merged") return unmet ?? "mergeable";
  return status === "unchecked" ? "unchecked" : "conflict";
}

/** Returns a merge request as it is shown alone. */
export function toMergeRequestDetail(links: Links, details: SingleMergeRequestDetails) {
  const { version, headPipeline } = details;
  return {
    ...toMergeRequest(links, details),
    subscribed: details.isAuthor,
    changes_count: version ? String(version.files) : null,
    diff_refs: version
      ? { base_sha: version.baseSha, head_sha: version.headSha, start_sha: version.startSha }
      : null,
    merge_error: details.mergeRequest.mergeError,
    ...(details.isRebasing === undefined ? {} : { rebase_in_progress: details.isRebasing }),
    ...(details.behind === undefined ? {} : { diverged_commits_count: details.behind }),
    head_pipeline: headPipeline && toPipelineSummary(links, headPipeline.project, headPipeline.pipeline),
    user: { can_merge: details.canMerge },
  };
}

/** Returns a version of a merge request as lists have it. */
export const toVersion = (version: Version) => ({
  id: version.id,
  head_commit_sha: version.headSha,
  base_commit_sha: version.baseSha,
  start_commit_sha: version.startSha,
  created_at: version.createdAt,
  merge_request_id: version.mergeRequestId,
  state: version.files === 0 ? "empty" : "collected",
  real_size: String(version.files),
  commits_count: version.commits,
});

/** Returns the approvals of a merge request. Clients take its fields for those of the merge request. */
export function toApprovals(
  links: Links,
  found: MergeRequestInProject,
  { approvers, hasApproved, mayApprove }: Approvals,
) {
  const { web_url: _, ...mergeRequest } = toSimpleMergeRequest(links, found);
  return {
    ...mergeRequest,
    approved: approvers.length >= Math.max(1, found.project.approvalsRequired),
    approvals_required: found.project.approvalsRequired,
    approvals_left: Math.max(0, found.project.approvalsRequired - approvers.length),
    approved_by: approvers.map((user) => ({ user: toUserSummary(links, user) })),
    user_has_approved: hasApproved,
    user_can_approve: mayApprove,
  };
}

/** Returns rules of approval with who met them. They have no rows of their own: their place is their id. */
export const toApprovalState = (links: Links, rules: readonly ApprovalRule[]) => ({
  approval_rules_overwritten: false,
  rules: rules.map(({ type, name, section, required, eligible, approvedBy }, index) => ({
    id: index + 1,
    name,
    rule_type: type,
    section,
    approvals_required: required,
    eligible_approvers: eligible.map((user) => toUserSummary(links, user)),
    approved_by: approvedBy.map((user) => toUserSummary(links, user)),
    code_owner: type === "code_owner",
    approved: approvedBy.length >= required,
  })),
});

/** Returns a reviewer with the state of the review. */
export const toReviewer = (links: Links, { user, state, createdAt }: ReviewerDetails) => ({
  user: toUserSummary(links, user),
  state,
  created_at: createdAt,
});
