import type { IssueDetails, SingleIssueDetails } from "../domain/issues/describe-issue.ts";
import type { Links } from "../http/implement.ts";
import { toMilestone, toTimeStats } from "./merge-request.ts";
import { toUserOrNull, toUserSummary } from "./user.ts";

/** Returns an issue as in lists. */
export function toIssue(links: Links, details: IssueDetails) {
  const { project, issue, milestone, tasks } = details;
  const people = details.assignees.map((user) => toUserSummary(links, user));
  const api = `${links.baseUrl}/api/v4/projects/${project.id}`;
  const self = `${api}/issues/${issue.iid}`;
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.projectId,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    closed_by: toUserOrNull(links, details.closedBy),
    labels: [...details.labels],
    milestone: milestone && toMilestone(links, milestone),
    author: toUserOrNull(links, details.author),
    assignees: people,
    assignee: people[0] ?? null,
    type: issue.type.toUpperCase(),
    issue_type: issue.type,
    severity: "UNKNOWN",
    user_notes_count: details.comments,
    merge_requests_count: details.mergeRequests,
    upvotes: details.upvotes,
    downvotes: details.downvotes,
    due_date: issue.dueDate,
    confidential: issue.confidential,
    discussion_locked: issue.discussionLocked || null,
    weight: issue.weight,
    blocking_issues_count: 0,
    web_url: `${links.baseUrl}/${project.fullPath}/-/issues/${issue.iid}`,
    time_stats: toTimeStats(issue),
    task_completion_status: { count: tasks.count, completed_count: tasks.done },
    has_tasks: tasks.count > 0,
    ...(tasks.count > 0
      ? {
          task_status: `${tasks.done} of ${tasks.count} checklist ${tasks.count === 1 ? "item" : "items"} completed`,
        }
      : {}),
    references: {
      short: `#${issue.iid}`,
      relative: `#${issue.iid}`,
      full: `${project.fullPath}#${issue.iid}`,
    },
    moved_to_id: issue.movedToId,
    service_desk_reply_to: null,
    _links: { self, notes: `${self}/notes`, award_emoji: `${self}/award_emoji`, project: api },
  };
}

/** Returns an issue as it is shown alone. */
export const toIssueDetail = (links: Links, details: SingleIssueDetails) => ({
  ...toIssue(links, details),
  subscribed: details.isSubscribed,
});
