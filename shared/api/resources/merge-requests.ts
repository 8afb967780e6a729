import { z } from "zod";
import { commaSeparated, idOrPath, sort, timestamp } from "../contract/fields.ts";
import { json, operation, streamedJson } from "../contract/operation.ts";
import {
  mergeRequest,
  mergeRequestVersion,
  mergeRequestVersionDetail,
  timeStats,
} from "./merge-request-shapes.ts";

const noneOrAny = z.enum(["None", "Any"]);

/** Filters that every list of merge requests shares. */
const filters = {
  state: z.enum(["opened", "closed", "locked", "merged", "all"]).optional(),
  order_by: z.enum(["created_at", "updated_at"]).optional().describe("created_at where left out"),
  sort: sort.optional().describe("desc where left out"),
  milestone: z.string().optional().describe("title, `None` or `Any`"),
  view: z.enum(["simple"]).optional(),
  labels: commaSeparated().optional().describe("comma separated; `None` or `Any`; `No+Label` is deprecated"),
  created_after: timestamp.optional(),
  created_before: timestamp.optional(),
  updated_after: timestamp.optional(),
  updated_before: timestamp.optional(),
  scope: z
    .enum(["created_by_me", "assigned_to_me", "all", "created-by-me", "assigned-to-me"])
    .optional()
    .describe("created_by_me on the global list where left out; the hyphenated forms are deprecated"),
  author_id: z.int().optional(),
  assignee_id: z.union([z.int(), noneOrAny]).optional(),
  reviewer_id: z
    .union([z.int(), noneOrAny])
    .optional()
    .describe("since 13.8; ignored by services without reviewers"),
  my_reaction_emoji: z.string().optional().describe("emoji given by the caller; `None` or `Any`"),
  source_branch: z.string().optional(),
  target_branch: z.string().optional(),
  search: z.string().optional().describe("title and description"),
};
const wip = { wip: z.enum(["yes", "no"]).optional() };

const list = {
  method: "GET",
  auth: "token",
  paged: "offset",
  response: json(z.array(mergeRequest)),
  reads: ["merge_requests"],
} as const;

export const listMergeRequests = operation({
  ...list,
  path: "/merge_requests",
  summary: "Merge requests across all projects",
  query: {
    ...filters,
    ...wip,
    in: z
      .enum(["title", "description", "title,description", "description,title"])
      .optional()
      .describe("where `search` looks; title,description where left out"),
  },
});

export const listProjectMergeRequests = operation({
  ...list,
  path: "/projects/:id/merge_requests",
  summary: "Merge requests of a project",
  params: { id: idOrPath },
  query: { ...filters, ...wip, iids: z.array(z.int()).optional() },
});

export const listGroupMergeRequests = operation({
  ...list,
  path: "/groups/:id/merge_requests",
  summary: "Merge requests of a group and of the groups below it",
  params: { id: idOrPath },
  query: filters,
});

const params = { id: idOrPath, merge_request_iid: z.int() };

export const listMergeRequestVersions = operation({
  ...list,
  path: "/projects/:id/merge_requests/:merge_request_iid/versions",
  summary: "Versions of a merge request's changes, newest first",
  params,
  response: json(z.array(mergeRequestVersion)),
});

export const getMergeRequestVersion = operation({
  method: "GET",
  path: "/projects/:id/merge_requests/:merge_request_iid/versions/:version_id",
  summary: "One version with its commits and changes",
  auth: "token",
  params: { ...params, version_id: z.int() },
  response: streamedJson(mergeRequestVersionDetail),
  reads: ["merge_requests"],
});

const timed = {
  method: "POST",
  auth: "token",
  role: "reporter",
  params,
  response: json(timeStats),
  changes: ["merge_requests"],
} as const;
const duration = { duration: z.string().min(1).describe("human format such as `1w 2d 3h 30m`") };

export const setTimeEstimate = operation({
  ...timed,
  path: "/projects/:id/merge_requests/:merge_request_iid/time_estimate",
  summary: "Estimate how long a merge request takes",
  body: duration,
});

export const resetTimeEstimate = operation({
  ...timed,
  path: "/projects/:id/merge_requests/:merge_request_iid/reset_time_estimate",
  summary: "Set the estimate to nothing",
});

export const addSpentTime = operation({
  ...timed,
  path: "/projects/:id/merge_requests/:merge_request_iid/add_spent_time",
  summary: "Add time that was spent",
  body: duration,
  status: 201,
});

export const resetSpentTime = operation({
  ...timed,
  path: "/projects/:id/merge_requests/:merge_request_iid/reset_spent_time",
  summary: "Set the time spent to nothing",
});

export const getTimeStats = operation({
  method: "GET",
  path: "/projects/:id/merge_requests/:merge_request_iid/time_stats",
  summary: "Estimate and time spent",
  auth: "token",
  params,
  response: json(timeStats),
  reads: ["merge_requests"],
});
