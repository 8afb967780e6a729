import { z } from "zod";
import { commaSeparated, fileContent, idOrPath, longText, sort, timestamp } from "../contract/fields.ts";
import { updateWorktree } from "../contract/local-refusals.ts";
import { json, none, operation, streamedJson } from "../contract/operation.ts";
import { diffEntry, shortCommit } from "./commit-shapes.ts";
import { issue } from "./issue-shapes.ts";
import {
  mergeRequest,
  mergeRequestDetail,
  mergeRequestVersion,
  mergeRequestVersionDetail,
  mergeRequestWithChanges,
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
  response: streamedJson(mergeRequestVersionDetail, "diffs"),
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

/*
 * Reading one merge request and changing it: not in the documentation of the interface, but every service has it.
 * A service that lacks one responds with 404, 405 or 501, and the view hides what depends on it.
 */

const one = "/projects/:id/merge_requests/:merge_request_iid";
const shared = { auth: "token", extension: "service", params } as const;
const changing = {
  ...shared,
  // Issues are mentioned and closed.
  changes: ["merge_requests", "issues", "notes", "branches", "commits", "trees", "blobs"],
} as const;

export const getMergeRequest = operation({
  ...shared,
  method: "GET",
  path: one,
  summary: "One merge request",
  query: {
    include_diverged_commits_count: z.boolean().optional(),
    include_rebase_in_progress: z.boolean().optional().describe("since 11.6"),
  },
  response: json(mergeRequestDetail),
  reads: ["merge_requests"],
});

/** Changes of the newest version, by pages; services since 15.7 have them, and newer ones no `/changes`. */
export const listMergeRequestDiffs = operation({
  ...shared,
  method: "GET",
  path: `${one}/diffs`,
  summary: "Changes of a merge request, by pages",
  paged: "offset",
  query: {
    unidiff: z.boolean().optional().describe("with the two file lines before the first hunk; since 16.5"),
  },
  response: json(z.array(diffEntry)),
  reads: ["merge_requests"],
});

/** Changes as services before 15.7 return them, and as older clients read them. */
export const getMergeRequestChanges = operation({
  ...shared,
  method: "GET",
  path: `${one}/changes`,
  summary: "One merge request with its changes",
  response: streamedJson(mergeRequestWithChanges, "changes"),
  reads: ["merge_requests"],
});

const fields = {
  description: longText().optional(),
  assignee_id: z.int().optional().describe("0 removes the assignee"),
  assignee_ids: z.array(z.int()).optional(),
  reviewer_ids: z.array(z.int()).optional().describe("all of them, an empty list for none; since 13.8"),
  milestone_id: z.int().optional().describe("0 removes the milestone"),
  labels: commaSeparated().optional().describe("comma separated; all of them"),
  remove_source_branch: z.boolean().optional(),
  squash: z.boolean().optional(),
  allow_collaboration: z.boolean().optional(),
};

export const createMergeRequest = operation({
  method: "POST",
  path: "/projects/:id/merge_requests",
  summary: "Create a merge request",
  auth: "token",
  extension: "service",
  params: { id: idOrPath },
  body: {
    source_branch: z.string().min(1),
    target_branch: z.string().min(1),
    title: z.string().min(1),
    target_project_id: z.int().optional().describe("the project itself where left out"),
    ...fields,
  },
  response: json(mergeRequestDetail),
  status: 201,
  changes: ["merge_requests", "issues", "labels"],
});

export const updateMergeRequest = operation({
  ...changing,
  method: "PUT",
  path: one,
  summary: "Change a merge request, close or reopen it",
  body: {
    ...fields,
    title: z.string().min(1).optional(),
    target_branch: z.string().min(1).optional(),
    state_event: z.enum(["close", "reopen"]).optional(),
    discussion_locked: z.boolean().optional(),
  },
  response: json(mergeRequestDetail),
  changes: [...changing.changes, "labels"],
});

export const acceptMergeRequest = operation({
  ...changing,
  method: "PUT",
  path: `${one}/merge`,
  summary: "Merge",
  role: "developer",
  body: {
    merge_commit_message: longText().optional(),
    squash_commit_message: longText().optional(),
    squash: z.boolean().optional(),
    should_remove_source_branch: z.boolean().optional(),
    merge_when_pipeline_succeeds: z
      .boolean()
      .optional()
      .describe("sets an automatic merge while the pipeline runs; every version reads it"),
    auto_merge: z.boolean().optional().describe("the same, since 17.11"),
    sha: z.string().optional().describe("head that was reviewed; 409 for another one"),
    ...updateWorktree,
  },
  response: json(mergeRequestDetail),
});

/** A conflicting file as it shall be; null deletes it. */
const resolvedFile = z.strictObject({
  path: z.string().min(1),
  content: fileContent().nullable(),
  encoding: z.enum(["text", "base64"]).optional().describe("of content; text where left out"),
});

export const resolveMergeConflicts = operation({
  ...changing,
  extension: "local",
  method: "POST",
  path: "/local/projects/:id/merge_requests/:merge_request_iid/resolve_conflicts",
  summary: "Merge the target into the source branch, with its conflicts resolved",
  role: "developer",
  body: {
    source_sha: z.string().min(1).describe("head of the source branch that was read; refused where it moved"),
    target_sha: z.string().min(1).describe("head of the target branch that was read; it is merged"),
    commit_message: longText().min(1),
    files: z.array(resolvedFile).describe("every conflicting file"),
  },
  response: json(z.object({ id: z.string() })),
  status: 201,
});

export const deleteMergeRequest = operation({
  ...changing,
  method: "DELETE",
  path: one,
  summary: "Delete a merge request",
  role: "owner",
  response: none,
  status: 204,
});

export const listMergeRequestCommits = operation({
  ...shared,
  method: "GET",
  path: `${one}/commits`,
  summary: "Commits of a merge request, newest first",
  paged: "offset",
  response: json(z.array(shortCommit)),
  reads: ["merge_requests"],
});

/** Merge requests whose changes have a commit, and those whose merge is the commit. */
export const listCommitMergeRequests = operation({
  method: "GET",
  path: "/projects/:id/repository/commits/:sha/merge_requests",
  summary: "Merge requests of a commit, newest first; since 10.7",
  auth: "token",
  extension: "service",
  paged: "offset",
  params: { id: idOrPath, sha: z.string().min(1).describe("hash, branch or tag") },
  query: { state: z.enum(["opened", "closed", "locked", "merged"]).optional().describe("since 18.x") },
  response: json(z.array(mergeRequest)),
  reads: ["merge_requests", "commits"],
});

/** Issues of the description and of the commits that the caller may see. */
export const listClosedIssues = operation({
  ...shared,
  method: "GET",
  path: `${one}/closes_issues`,
  summary: "Issues that a merge closes",
  paged: "offset",
  response: json(z.array(issue)),
  reads: ["merge_requests", "issues"],
});
