import { formatDuration } from "../../../shared/time/duration.ts";
import { accessLevel } from "../domain/access/access-level.ts";
import { mergeStatus } from "../domain/merge-requests/merge-status.ts";
import type { Context } from "../http/context.ts";
import { notFound } from "../http/http-error.ts";
import { accessLevels } from "../store/groups/members.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import { latestVersion } from "../store/review/merge-request-versions.ts";
import { assigneesOf, labelsOf, type MergeRequest } from "../store/review/merge-requests.ts";
import { findMilestone, type Milestone } from "../store/review/milestones.ts";
import { countComments, hasOpenThreads } from "../store/review/notes.ts";
import { countReactions } from "../store/review/reactions.ts";
import { findUser } from "../store/users/users.ts";
import { toHeadPipeline } from "./merge-request-pipelines.ts";
import { toUserSummary } from "./user.ts";

export function userOf(context: Context, id: number | null) {
  const user = id === null ? null : findUser(context.store, id);
  return user ? toUserSummary(context, user) : null;
}

export const toTimeStats = ({ timeEstimate, timeSpent }: MergeRequest) => ({
  time_estimate: timeEstimate,
  total_time_spent: timeSpent,
  human_time_estimate: timeEstimate > 0 ? formatDuration(timeEstimate) : null,
  human_total_time_spent: timeSpent !== 0 ? formatDuration(timeSpent) : null,
});

export const toMilestone = (context: Context, project: Project, milestone: Milestone) => ({
  id: milestone.id,
  iid: milestone.iid,
  project_id: milestone.projectId,
  title: milestone.title,
  description: milestone.description,
  state: milestone.state,
  created_at: milestone.createdAt,
  updated_at: milestone.updatedAt,
  due_date: milestone.dueDate,
  start_date: milestone.startDate,
  web_url: `${context.baseUrl}/${project.fullPath}/-/milestones/${milestone.iid}`,
});

const urlOf = (context: Context, project: Project, { iid }: MergeRequest) =>
  `${context.baseUrl}/${project.fullPath}/-/merge_requests/${iid}`;

/** The reduced form of a list with `view=simple`. */
export const toSimpleMergeRequest = (context: Context, project: Project, mergeRequest: MergeRequest) => ({
  id: mergeRequest.id,
  iid: mergeRequest.iid,
  project_id: mergeRequest.projectId,
  title: mergeRequest.title,
  description: mergeRequest.description,
  state: mergeRequest.state,
  created_at: mergeRequest.createdAt,
  updated_at: mergeRequest.updatedAt,
  web_url: urlOf(context, project, mergeRequest),
});

/** Returns a merge request as in lists; `single` checks whether it can be merged. */
export async function toMergeRequest(context: Context, mergeRequest: MergeRequest, single = false) {
  const { store } = context;
  const project = findProject(store, mergeRequest.projectId);
  if (!project) throw notFound("Project");
  const version = latestVersion(store, mergeRequest.id);
  const people = assigneesOf(store, mergeRequest.id).flatMap((id) => userOf(context, id) ?? []);
  const milestone = mergeRequest.milestoneId === null ? null : findMilestone(store, mergeRequest.milestoneId);
  const status = await mergeStatus(store, project, mergeRequest, single);
  const open = mergeRequest.state === "opened";
  const merger = userOf(context, mergeRequest.mergedById);
  return {
    ...toSimpleMergeRequest(context, project, mergeRequest),
    source_project_id: mergeRequest.sourceProjectId,
    target_project_id: mergeRequest.projectId,
    merged_by: merger,
    merge_user: merger,
    merged_at: mergeRequest.mergedAt,
    closed_by: userOf(context, mergeRequest.closedById),
    closed_at: mergeRequest.closedAt,
    target_branch: mergeRequest.targetBranch,
    source_branch: mergeRequest.sourceBranch,
    upvotes: countReactions(store, "MergeRequest", mergeRequest.id, "thumbsup"),
    downvotes: countReactions(store, "MergeRequest", mergeRequest.id, "thumbsdown"),
    author: userOf(context, mergeRequest.authorId),
    assignee: people[0] ?? null,
    assignees: people,
    labels: labelsOf(store, mergeRequest.id),
    work_in_progress: mergeRequest.wip,
    draft: mergeRequest.wip,
    milestone: milestone ? toMilestone(context, project, milestone) : null,
    merge_when_pipeline_succeeds: false,
    merge_status: status,
    detailed_merge_status: detailedStatus(open, mergeRequest.wip, status),
    sha: version?.headSha ?? null,
    merge_commit_sha: mergeRequest.mergeCommitSha,
    user_notes_count: countComments(store, "MergeRequest", mergeRequest.id),
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
    blocking_discussions_resolved: !hasOpenThreads(store, "MergeRequest", mergeRequest.id),
  };
}

function detailedStatus(open: boolean, wip: boolean, status: string): string {
  if (!open) return "not_open";
  if (wip) return "draft_status";
  return status === "can_be_merged" ? "mergeable" : status === "unchecked" ? "unchecked" : "conflict";
}

/** Returns a merge request as it is shown alone. */
export async function toMergeRequestDetail(context: Context, mergeRequest: MergeRequest) {
  const version = latestVersion(context.store, mergeRequest.id);
  const project = findProject(context.store, mergeRequest.projectId);
  return {
    ...(await toMergeRequest(context, mergeRequest, true)),
    subscribed: mergeRequest.authorId === context.user?.id,
    changes_count: version ? String(version.files) : null,
    diff_refs: version
      ? { base_sha: version.baseSha, head_sha: version.headSha, start_sha: version.startSha }
      : null,
    merge_error: null,
    head_pipeline: toHeadPipeline(context, mergeRequest),
    user: {
      can_merge:
        project !== null && accessLevel(context.store, context.user, project) >= accessLevels.developer,
    },
  };
}
