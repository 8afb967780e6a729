import { z } from "zod";
import { commaSeparated, idOrPath, longText, sort, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { issue, issueDetail } from "./issue-shapes.ts";
import { mergeRequest, timeStats } from "./merge-request-shapes.ts";
import { userSummary } from "./user-shapes.ts";

/*
 * Issues: not in the documents but for their notes, though every service has them. A service or project without issues
 * responds with 403 or 404, and the views hide them.
 */

const noneOrAny = z.enum(["None", "Any"]);
const issueType = z.enum(["issue", "incident", "test_case", "task"]);

/** Dates that an issue may be due at, beside `0` for none. */
const dueDates = [
  "any",
  "today",
  "tomorrow",
  "overdue",
  "week",
  "month",
  "next_month_and_previous_two_weeks",
  "0",
] as const;

/** Orders of a list of issues; those with `sort=asc` have the smallest first, what has no value last. */
const issueOrders = [
  "created_at",
  "updated_at",
  "due_date",
  "milestone_due",
  "relative_position",
  "label_priority",
  "priority",
  "popularity",
  "title",
  "weight",
] as const;

/** Filters that can be negated. */
const negatable = {
  labels: commaSeparated().optional().describe("comma separated"),
  milestone: z.string().optional().describe("title"),
  author_id: z.int().optional(),
  author_username: z.string().optional(),
  assignee_id: z.int().optional(),
  assignee_username: commaSeparated().optional(),
  my_reaction_emoji: z.string().optional(),
  iids: z.array(z.int()).optional(),
};

/** Filters that every list of issues shares. */
const filters = {
  ...negatable,
  state: z.enum(["opened", "closed", "all"]).optional().describe("all where left out"),
  order_by: z.enum(issueOrders).optional().describe("created_at where left out"),
  sort: sort.optional().describe("desc where left out"),
  scope: z
    .enum(["created_by_me", "assigned_to_me", "all", "created-by-me", "assigned-to-me"])
    .optional()
    .describe("created_by_me on the global list where left out, else all"),
  labels: commaSeparated().optional().describe("comma separated, all of them; `None` or `Any`"),
  milestone: z.string().optional().describe("title; `None`, `Any`, `Upcoming` or `Started`"),
  assignee_id: z.union([z.int(), noneOrAny]).optional(),
  author_username: z.string().optional().describe("since 11.2"),
  assignee_username: commaSeparated().optional().describe("since 11.2; comma separated, all of them"),
  my_reaction_emoji: z.string().optional().describe("emoji given by the caller; `None` or `Any`"),
  search: z.string().optional().describe("title and description"),
  in: z
    .enum(["title", "description", "title,description", "description,title"])
    .optional()
    .describe("where `search` looks; title,description where left out"),
  confidential: z.boolean().optional().describe("since 12.9"),
  due_date: z
    .enum(dueDates)
    .optional()
    .describe("since 13.3; `0` for none; `any`, `today` and `tomorrow` since 14.8"),
  issue_type: issueType.optional().describe("since 13.12"),
  weight: z.union([z.int(), noneOrAny]).optional().describe("in the paid tiers, and of the local service"),
  created_after: timestamp.optional(),
  created_before: timestamp.optional(),
  updated_after: timestamp.optional(),
  updated_before: timestamp.optional(),
  not: z.strictObject(negatable).optional().describe("issues that do not have these; since 13.3"),
};

const list = {
  method: "GET",
  extension: "service",
  paged: "offset",
  response: json(z.array(issue)),
  reads: ["issues"],
} as const;

export const listIssues = operation({
  ...list,
  path: "/issues",
  auth: "token",
  summary: "Issues across all projects",
  query: { ...filters, non_archived: z.boolean().optional().describe("true where left out; since 13.0") },
});

export const listGroupIssues = operation({
  ...list,
  path: "/groups/:id/issues",
  auth: "optional",
  summary: "Issues of a group and of the groups below it",
  params: { id: idOrPath },
  query: { ...filters, non_archived: z.boolean().optional().describe("true where left out; since 12.8") },
});

export const listProjectIssues = operation({
  ...list,
  path: "/projects/:id/issues",
  auth: "optional",
  summary: "Issues of a project",
  params: { id: idOrPath },
  query: filters,
});

const one = "/projects/:id/issues/:issue_iid";
const params = { id: idOrPath, issue_iid: z.int() };
const shared = { auth: "token", extension: "service", params } as const;
/** System notes come with a change, and to-dos may. */
const changing = { ...shared, changes: ["issues", "labels", "notes", "todos"] } as const;
const reading = { ...shared, method: "GET", auth: "optional" } as const;

export const getIssue = operation({
  ...reading,
  path: one,
  summary: "One issue",
  response: json(issueDetail),
  reads: ["issues"],
});

const fields = {
  description: longText().optional(),
  confidential: z.boolean().optional(),
  assignee_id: z.int().optional().describe("0 removes the assignee; `assignee_ids` is newer"),
  assignee_ids: z.array(z.int()).optional().describe("all of them, an empty list for none"),
  milestone_id: z.int().optional().describe("0 removes the milestone"),
  labels: commaSeparated().optional().describe("comma separated; all of them"),
  due_date: z
    .union([z.iso.date(), z.literal("")])
    .optional()
    .describe("such as 2026-03-11; empty for none"),
  weight: z.int().min(0).nullable().optional().describe("ignored by services without weights"),
  issue_type: issueType.optional().describe("since 13.12"),
};

export const createIssue = operation({
  ...changing,
  method: "POST",
  path: "/projects/:id/issues",
  summary: "Create an issue",
  params: { id: idOrPath },
  body: {
    ...fields,
    title: z.string().min(1),
    iid: z.int().min(1).optional().describe("administrators and owners"),
    created_at: timestamp.optional().describe("administrators and owners"),
  },
  response: json(issueDetail),
  status: 201,
});

export const updateIssue = operation({
  ...changing,
  method: "PUT",
  path: one,
  summary: "Change an issue, close or reopen it",
  body: {
    ...fields,
    title: z.string().min(1).optional(),
    add_labels: commaSeparated().optional().describe("comma separated; since 13.0"),
    remove_labels: commaSeparated().optional().describe("comma separated; since 13.0"),
    state_event: z.enum(["close", "reopen"]).optional(),
    discussion_locked: z.boolean().optional(),
    updated_at: timestamp.optional().describe("administrators and owners"),
  },
  response: json(issueDetail),
});

export const deleteIssue = operation({
  ...changing,
  method: "DELETE",
  path: one,
  summary: "Delete an issue",
  role: "owner",
  response: none,
  status: 204,
});

export const moveIssue = operation({
  ...changing,
  method: "POST",
  path: `${one}/move`,
  summary: "Move an issue to another project: it is closed here and continued there",
  role: "reporter",
  body: { to_project_id: z.int() },
  response: json(issueDetail),
  status: 201,
});

/** Orders by `relative_position`, which the response does not show; since 13.2. */
export const reorderIssue = operation({
  ...shared,
  method: "PUT",
  path: `${one}/reorder`,
  summary: "Place an issue between two others",
  role: "reporter",
  body: {
    move_after_id: z.int().optional().describe("id, not number, of the issue that it comes after"),
    move_before_id: z.int().optional().describe("id, not number, of the issue that it comes before"),
  },
  response: json(issueDetail),
  changes: ["issues"],
});

/** 304 without a body where the caller is subscribed already. */
export const subscribeToIssue = operation({
  ...shared,
  method: "POST",
  path: `${one}/subscribe`,
  summary: "Be notified of an issue's news",
  response: json(issueDetail),
  status: 201,
  changes: ["issues"],
});

/** 304 without a body where the caller is not subscribed. */
export const unsubscribeFromIssue = operation({
  ...shared,
  method: "POST",
  path: `${one}/unsubscribe`,
  summary: "Be notified of an issue's news no longer",
  response: json(issueDetail),
  status: 201,
  changes: ["issues"],
});

export const listIssueParticipants = operation({
  ...reading,
  path: `${one}/participants`,
  summary: "People who wrote an issue or a comment on it, or are assigned",
  paged: "offset",
  response: json(z.array(userSummary)),
  reads: ["issues", "notes"],
});

export const listIssueRelatedMergeRequests = operation({
  ...reading,
  path: `${one}/related_merge_requests`,
  summary: "Merge requests that mention an issue",
  paged: "offset",
  response: json(z.array(mergeRequest)),
  reads: ["issues", "merge_requests"],
});

export const listIssueClosingMergeRequests = operation({
  ...reading,
  path: `${one}/closed_by`,
  summary: "Merge requests that close an issue when they are merged",
  paged: "offset",
  response: json(z.array(mergeRequest)),
  reads: ["issues", "merge_requests"],
});

const timed = {
  ...shared,
  method: "POST",
  role: "reporter",
  response: json(timeStats),
  changes: ["issues", "notes"],
} as const;
const duration = { duration: z.string().min(1).describe("human format such as `1w 2d 3h 30m`") };

export const setIssueTimeEstimate = operation({
  ...timed,
  path: `${one}/time_estimate`,
  summary: "Estimate how long an issue takes",
  body: duration,
});

export const resetIssueTimeEstimate = operation({
  ...timed,
  path: `${one}/reset_time_estimate`,
  summary: "Set an issue's estimate to nothing",
});

export const addIssueSpentTime = operation({
  ...timed,
  path: `${one}/add_spent_time`,
  summary: "Add time that was spent on an issue",
  body: duration,
  status: 201,
});

export const resetIssueSpentTime = operation({
  ...timed,
  path: `${one}/reset_spent_time`,
  summary: "Set the time spent on an issue to nothing",
});

export const getIssueTimeStats = operation({
  ...reading,
  path: `${one}/time_stats`,
  summary: "Estimate of an issue and time spent on it",
  response: json(timeStats),
  reads: ["issues"],
});
