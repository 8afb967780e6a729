import { describe, expect, it } from "vitest";
import { listIssueDiscussions } from "../resources/discussions.ts";
import {
  getIssue,
  listIssueParticipants,
  listIssueRelatedMergeRequests,
  listIssues,
  listProjectIssues,
  moveIssue,
} from "../resources/issues.ts";
import {
  getApprovalState,
  getMergeRequestApprovals,
  listReviewers,
} from "../resources/merge-request-approvals.ts";
import { listMergeRequestBlocks } from "../resources/merge-request-blocks.ts";
import { cancelAutoMerge, rebaseMergeRequest } from "../resources/merge-request-merges.ts";
import { getMergeRequest, listClosedIssues, listMergeRequests } from "../resources/merge-requests.ts";
import { listMergeTrains } from "../resources/merge-trains.ts";
import { listTodos } from "../resources/todos.ts";
import type { AnyOperation } from "./operation.ts";
import { readResponse } from "./read-response.ts";

/*
 * Shapes of responses as the documentation of each version shows them, with what Helve reads from them. The fields and their
 * types are those of the version; names and texts are made up.
 */

const ada = {
  id: 4,
  name: "Ada",
  username: "ada",
  state: "active",
  avatar_url: "https://service.example/ada.png",
  web_url: "https://service.example/ada",
};
const bo = { ...ada, id: 5, name: "Bo", username: "bo", web_url: "https://service.example/bo" };

const head = {
  id: 126,
  iid: 59,
  project_id: 20,
  title: "Light the lamp",
  description: "",
  state: "opened",
  created_at: "2020-02-06T08:39:14.883Z",
  updated_at: "2020-02-06T08:40:57.038Z",
};
const simple = {
  ...head,
  web_url: "https://service.example/fjord/beacon/-/merge_requests/59",
};
const listed = {
  ...simple,
  target_branch: "main",
  source_branch: "lamp",
  upvotes: 0,
  downvotes: 0,
  author: ada,
  assignee: bo,
  source_project_id: 20,
  target_project_id: 20,
  labels: ["lamp"],
  merge_when_pipeline_succeeds: true,
  merge_status: "can_be_merged",
  sha: "8888888888888888888888888888888888888888",
  merge_commit_sha: null,
  user_notes_count: 1,
  should_remove_source_branch: true,
  force_remove_source_branch: false,
  time_stats: {
    time_estimate: 0,
    total_time_spent: 0,
    human_time_estimate: null,
    human_total_time_spent: null,
  },
};
const merged = {
  state: "merged",
  merged_at: "2020-02-06T09:00:00.000Z",
  closed_at: null,
};
const pipeline = {
  id: 246,
  sha: "bcc17a8ffd51be1afe45605e714085df28b80b13",
  ref: "refs/merge-requests/59/train",
  status: "success",
  created_at: "2020-02-06T08:40:42.410Z",
  updated_at: "2020-02-06T08:40:46.912Z",
  web_url: "https://service.example/fjord/beacon/pipelines/246",
};
const group = {
  id: 5,
  name: "keepers",
  path: "keepers",
  description: "",
  visibility: "public",
  lfs_enabled: false,
  avatar_url: null,
  web_url: "https://service.example/groups/keepers",
  request_access_enabled: false,
  full_name: "keepers",
  full_path: "keepers",
  parent_id: null,
  ldap_cn: null,
  ldap_access: null,
};
const approvedByAda = {
  ...head,
  merge_status: "cannot_be_merged",
  approvals_required: 2,
  approvals_left: 1,
  approved_by: [{ user: ada }],
};
const car = {
  id: 110,
  merge_request: simple,
  user: ada,
  pipeline,
  created_at: "2020-02-06T08:39:47.217Z",
  updated_at: "2020-02-06T08:40:57.720Z",
  target_branch: "main",
  status: "merged",
  merged_at: "2020-02-06T08:40:57.719Z",
  duration: 70,
};
const project = {
  id: 20,
  name: "Beacon",
  name_with_namespace: "Fjord / Beacon",
  path: "beacon",
  path_with_namespace: "fjord/beacon",
};
const todo = {
  id: 102,
  project,
  author: ada,
  action_name: "mentioned",
  target_type: "MergeRequest",
  target: { ...listed, milestone: null },
  target_url: "https://service.example/fjord/beacon/merge_requests/59",
  body: "Light it, @bo",
  state: "pending",
  created_at: "2016-06-17T07:52:35.225Z",
};

const issue = {
  id: 76,
  iid: 6,
  project_id: 20,
  title: "Lamp is dark",
  description: "At night",
  state: "opened",
  created_at: "2016-01-04T15:31:51.081Z",
  updated_at: "2016-01-04T15:31:51.081Z",
  labels: ["lamp"],
  milestone: null,
  author: ada,
  user_notes_count: 1,
  due_date: "2016-07-22",
  confidential: false,
  web_url: "https://service.example/fjord/beacon/issues/6",
};
const closedIssue = { ...issue, state: "closed", closed_at: "2016-01-05T15:31:46.176Z", closed_by: bo };
const issueAddress = "https://service.example/api/v4/projects/20/issues/6";
const issueLinks = {
  self: issueAddress,
  notes: `${issueAddress}/notes`,
  award_emoji: `${issueAddress}/award_emoji`,
  project: "https://service.example/api/v4/projects/20",
};

type Shape = readonly [version: string, operation: AnyOperation, response: unknown, read: unknown];

const shapes: readonly Shape[] = [
  // Approvals of one merge request. The free tier has them since 13.x, with fewer fields than the paid ones.
  [
    "11.10",
    getMergeRequestApprovals,
    {
      ...approvedByAda,
      suggested_approvers: [bo],
      approvers: [{ user: bo }],
      approver_groups: [{ group }],
      user_has_approved: false,
      user_can_approve: true,
      approval_rules_left: [],
      has_approval_rules: true,
    },
    { approvals_required: 2, approvals_left: 1, approved_by: [{ user: ada }], user_can_approve: true },
  ],
  [
    "13.9, free",
    getMergeRequestApprovals,
    { user_has_approved: true, user_can_approve: false, approved: true, approved_by: [{ user: ada }] },
    { approved: true, approvals_required: 0, approvals_left: 0, user_has_approved: true },
  ],
  [
    "16.11",
    getMergeRequestApprovals,
    {
      ...approvedByAda,
      approved: false,
      require_password_to_approve: false,
      approvals_required: 1,
      suggested_approvers: [],
      approvers: [],
      approver_groups: [],
      user_has_approved: true,
      user_can_approve: false,
      approval_rules_left: [{ id: 1, name: "security", rule_type: "regular" }],
      has_approval_rules: true,
      merge_request_approvers_available: true,
      multiple_approval_rules_available: true,
      invalid_approvers_rules: [],
    },
    { approved: false, approvals_left: 1, user_has_approved: true },
  ],
  [
    "18.x, with the time of an approval",
    getMergeRequestApprovals,
    { ...approvedByAda, approved_by: [{ user: ada, approved_at: "2025-06-01T10:00:00.000Z" }] },
    { approved_by: [{ user: ada }] },
  ],
  // Rules.
  [
    "12.3",
    getApprovalState,
    {
      approval_rules_overwritten: true,
      rules: [
        {
          id: 1,
          name: "Ruby",
          rule_type: "regular",
          eligible_approvers: [ada],
          approvals_required: 2,
          users: [ada],
          groups: [],
          contains_hidden_groups: false,
          approved_by: [ada],
          source_rule: null,
          approved: true,
        },
      ],
    },
    { rules: [{ name: "Ruby", approvals_required: 2, approved: true, approved_by: [ada] }] },
  ],
  [
    "13.12, owners of code by section",
    getApprovalState,
    {
      approval_rules_overwritten: false,
      rules: [
        {
          id: 1,
          name: "*.md",
          rule_type: "code_owner",
          eligible_approvers: [ada, bo],
          approvals_required: 1,
          users: [ada],
          groups: [group],
          contains_hidden_groups: false,
          section: "Documents",
          approved_by: [],
          source_rule: null,
          code_owner: true,
          approved: false,
        },
      ],
    },
    { rules: [{ rule_type: "code_owner", section: "Documents", eligible_approvers: [ada, bo] }] },
  ],
  [
    "17.x, a rule of a policy without an id",
    getApprovalState,
    {
      approval_rules_overwritten: false,
      rules: [
        {
          id: null,
          name: "Scan",
          rule_type: "report_approver",
          report_type: "scan_finding",
          eligible_approvers: [],
          approvals_required: 1,
          users: [],
          groups: [],
          contains_hidden_groups: true,
          approved_by: [],
          section: null,
          source_rule: null,
          overridden: false,
          code_owner: false,
          approved: false,
        },
      ],
    },
    { rules: [{ id: 0, rule_type: "report_approver", approved: false }] },
  ],
  // Reviewers.
  [
    "15.0",
    listReviewers,
    [{ user: ada, updated_state_by: null, state: "unreviewed", created_at: "2022-07-05T10:00:00.000Z" }],
    [{ user: ada, state: "unreviewed" }],
  ],
  [
    "17.x, with states that came later",
    listReviewers,
    [
      { user: ada, state: "requested_changes", created_at: "2024-07-05T10:00:00.000Z" },
      { user: bo, state: "review_started", created_at: "2024-07-05T10:00:00.000Z" },
      { user: bo, state: "a_state_of_tomorrow", created_at: "2024-07-05T10:00:00.000Z" },
    ],
    [{ state: "requested_changes" }, { state: "review_started" }, { state: "a_state_of_tomorrow" }],
  ],
  // Merge requests, single and listed.
  ["10.8", listMergeRequests, [{ ...listed, work_in_progress: false }], [{ draft: false, assignees: [bo] }]],
  [
    "11.10",
    getMergeRequest,
    {
      ...listed,
      work_in_progress: true,
      assignees: [bo],
      merged_by: null,
      approvals_before_merge: null,
      subscribed: false,
      changes_count: "1",
      rebase_in_progress: false,
      diff_refs: { base_sha: "1".repeat(40), head_sha: "2".repeat(40), start_sha: "3".repeat(40) },
      diverged_commits_count: 2,
      user: { can_merge: true },
      pipeline: { id: 29, sha: "4".repeat(40), ref: "lamp", status: "running" },
      head_pipeline: null,
    },
    { draft: true, user: { can_merge: true }, diverged_commits_count: 2, rebase_in_progress: false },
  ],
  [
    "14.7, an automatic merge by somebody",
    getMergeRequest,
    { ...listed, draft: false, work_in_progress: false, merged_by: null, merge_user: bo },
    { merge_user: bo, merged_by: null },
  ],
  [
    "15.6, merged",
    getMergeRequest,
    {
      ...listed,
      ...merged,
      merged_by: ada,
      merge_user: ada,
      closed_by: null,
      draft: false,
      detailed_merge_status: "not_open",
      reviewers: [bo],
      references: { short: "!59", relative: "!59", full: "fjord/beacon!59" },
      merge_error: null,
      first_contribution: false,
      blocking_discussions_resolved: true,
      task_completion_status: { count: 0, completed_count: 0 },
    },
    { state: "merged", merged_by: ada, reviewers: [bo], detailed_merge_status: "not_open" },
  ],
  [
    "18.x, without the fields that were deprecated",
    getMergeRequest,
    { ...simple, target_branch: "main", source_branch: "lamp", draft: true, ...merged, merge_user: ada },
    { draft: true, work_in_progress: true, merged_by: ada, assignees: [], labels: [] },
  ],
  [
    "18.x, labels with details",
    listMergeRequests,
    [{ ...listed, labels: [], label_details: [{ name: "lamp", color: "#fff" }], imported: false }],
    [{ labels: [] }],
  ],
  // Rebase and the end of an automatic merge.
  ["11.6", rebaseMergeRequest, { rebase_in_progress: true }, { rebase_in_progress: true }],
  ["10.x, the merge request", cancelAutoMerge, { ...listed, merge_when_pipeline_succeeds: false }, {}],
  ["12.x, a status", cancelAutoMerge, { status: "success" }, { status: "success" }],
  // Dependencies.
  [
    "17.x",
    listMergeRequestBlocks,
    [
      {
        id: 1,
        blocking_merge_request: { ...listed, draft: false, prepared_at: null },
        blocked_merge_request: { ...listed, iid: 60, draft: false },
        project_id: 20,
      },
      { id: 2, blocking_merge_request: null, blocked_merge_request: null },
    ],
    [
      { id: 1, blocking_merge_request: { iid: 59 }, blocked_merge_request: { iid: 60 } },
      { id: 2, blocking_merge_request: null },
    ],
  ],
  // Merge trains.
  ["12.9", listMergeTrains, [car], [{ status: "merged", duration: 70, merge_request: { iid: 59 } }]],
  [
    "15.6",
    listMergeTrains,
    [
      {
        ...car,
        pipeline: { ...pipeline, iid: 1, project_id: 20, source: "push", status: "pending" },
        status: "idle",
        merged_at: null,
        duration: null,
      },
    ],
    [{ status: "idle", merged_at: null, pipeline: { status: "pending" } }],
  ],
  ["12.9, before its pipeline is there", listMergeTrains, [{ ...car, pipeline: null }], [{ pipeline: null }]],
  // Issues, single and listed.
  [
    "9.4, with one assignee",
    listIssues,
    [{ ...issue, assignee: bo, weight: null }],
    [{ iid: 6, assignees: [bo], labels: ["lamp"], due_date: "2016-07-22", weight: null }],
  ],
  [
    "11.10",
    getIssue,
    {
      ...closedIssue,
      assignees: [bo],
      assignee: bo,
      merge_requests_count: 0,
      upvotes: 4,
      downvotes: 0,
      discussion_locked: false,
      subscribed: false,
      time_stats: {
        time_estimate: 0,
        total_time_spent: 0,
        human_time_estimate: null,
        human_total_time_spent: null,
      },
      _links: issueLinks,
    },
    { state: "closed", closed_by: bo, assignees: [bo], upvotes: 4, subscribed: false, confidential: false },
  ],
  [
    "13.6",
    listProjectIssues,
    [
      {
        ...issue,
        assignees: [],
        assignee: null,
        closed_at: null,
        closed_by: null,
        moved_to_id: null,
        merge_requests_count: 1,
        has_tasks: true,
        task_status: "1 of 2 tasks completed",
        task_completion_status: { count: 2, completed_count: 1 },
        references: { short: "#6", relative: "beacon#6", full: "fjord/beacon#6" },
        discussion_locked: null,
        _links: issueLinks,
        weight: 3,
        epic_iid: null,
        epic: null,
        health_status: "on_track",
      },
    ],
    [
      {
        assignees: [],
        task_completion_status: { count: 2, completed_count: 1 },
        references: { full: "fjord/beacon#6" },
        moved_to_id: null,
        weight: 3,
      },
    ],
  ],
  [
    "13.x, labels with details",
    listIssues,
    [{ ...issue, labels: [{ id: 1, name: "lamp", color: "#fff", description: null }] }],
    [{ labels: ["lamp"] }],
  ],
  [
    "14.0, with its type in capitals alone",
    getIssue,
    { ...issue, assignees: [ada, bo], type: "INCIDENT", subscribed: true },
    { issue_type: "incident", assignees: [ada, bo], subscribed: true },
  ],
  [
    "17.x",
    moveIssue,
    {
      ...closedIssue,
      assignees: [],
      assignee: null,
      type: "ISSUE",
      issue_type: "issue",
      severity: "UNKNOWN",
      imported: false,
      imported_from: "none",
      moved_to_id: 90,
      blocking_issues_count: 0,
      service_desk_reply_to: null,
      task_completion_status: { count: 0, completed_count: 0 },
      has_tasks: false,
      _links: { ...issueLinks, closed_as_duplicate_of: null },
      references: { short: "#6", relative: "#6", full: "fjord/beacon#6" },
    },
    { issue_type: "issue", moved_to_id: 90, has_tasks: false },
  ],
  [
    "18.x, a type that came later",
    listIssues,
    [{ ...issue, assignees: [bo], issue_type: "a_type_of_tomorrow", start_date: "2025-06-01" }],
    [{ issue_type: "a_type_of_tomorrow", assignees: [bo] }],
  ],
  ["11.10", listClosedIssues, [closedIssue], [{ iid: 6, state: "closed" }]],
  ["11.10", listIssueParticipants, [{ ...ada }], [{ username: "ada" }]],
  ["12.0", listIssueRelatedMergeRequests, [{ ...listed, work_in_progress: false }], [{ iid: 59 }]],
  [
    "10.6",
    listIssueDiscussions,
    [
      {
        id: "6a9c1750b37d513a43987b574953fceb50b03ce7",
        individual_note: false,
        notes: [
          {
            id: 1126,
            type: "DiscussionNote",
            body: "Why?",
            attachment: null,
            author: ada,
            created_at: "2018-03-03T21:54:39.668Z",
            updated_at: "2018-03-03T21:54:39.668Z",
            system: false,
            noteable_id: 3,
            noteable_type: "Issue",
            noteable_iid: null,
            resolvable: false,
          },
        ],
      },
    ],
    [{ individual_note: false, notes: [{ body: "Why?", noteable_type: "Issue" }] }],
  ],
  // To-dos.
  ["8.10", listTodos, [todo], [{ action_name: "mentioned", target: { iid: 59 }, body: "Light it, @bo" }]],
  [
    "13.x, of a group and of a commit",
    listTodos,
    [
      {
        ...todo,
        project: undefined,
        group: { id: 5, name: "keepers", path: "keepers", kind: "group", full_path: "keepers" },
        target_type: "Epic",
        target: { id: 30, iid: 5, group_id: 5, title: "Lights", state: "opened" },
      },
      {
        ...todo,
        target_type: "Commit",
        target: { id: "d".repeat(40), short_id: "ddddddd", title: "Light", parent_ids: [], message: "Light" },
      },
    ],
    [{ target: { title: "Lights", iid: 5 } }, { target_type: "Commit", target: { title: "Light" } }],
  ],
  [
    "16.x, with a reason that came later, and a target that is gone",
    listTodos,
    [{ ...todo, action_name: "okr_checkin_requested", target: null, updated_at: todo.created_at }],
    [{ action_name: "okr_checkin_requested", target: null }],
  ],
];

describe("responses of services from 8.10 to 18.x", () => {
  it.each(
    shapes.map(([version, operation, ...rest]) => [operation.summary, version, operation, ...rest] as const),
  )("%s, %s", (_, _version, operation, response, read) => {
    const { value, mismatches } = readResponse(operation, response);
    expect(mismatches).toEqual([]);
    expect(value).toMatchObject(read as object);
  });
});
