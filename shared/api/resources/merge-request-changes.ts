import { z } from "zod";
import { commaSeparated, fileContent, idOrPath, longText, record } from "../contract/fields.ts";
import { json, none, operation, streamedJson } from "../contract/operation.ts";
import { diffEntry, shortCommit } from "./commit-shapes.ts";
import { updateWorktree } from "./local-refusals.ts";
import {
  approvals,
  mergeRequest,
  mergeRequestDetail,
  mergeRequestWithChanges,
} from "./merge-request-shapes.ts";

/*
 * Reading one merge request and changing it: not in the documentation of the interface, but every service has it.
 * A service that lacks one responds with 404, 405 or 501, and the view hides what depends on it.
 */

const params = { id: idOrPath, merge_request_iid: z.int() };
const one = "/projects/:id/merge_requests/:merge_request_iid";
const shared = { auth: "token", extension: "service", params } as const;
const changing = {
  ...shared,
  changes: ["merge_requests", "notes", "branches", "commits", "trees", "blobs"],
} as const;

export const getMergeRequest = operation({
  ...shared,
  method: "GET",
  path: one,
  summary: "One merge request",
  query: { include_diverged_commits_count: z.boolean().optional() },
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
  response: streamedJson(mergeRequestWithChanges),
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
  changes: ["merge_requests"],
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
    sha: z.string().optional().describe("head that was reviewed; 409 for another one"),
    ...updateWorktree,
  },
  response: json(mergeRequestDetail),
});

/** A conflicting file as it shall be; null deletes it. */
export const resolvedFile = z.strictObject({
  path: z.string().min(1),
  content: fileContent().nullable(),
  encoding: z.enum(["text", "base64"]).optional().describe("of content; text where left out"),
});
export type ResolvedFile = z.output<typeof resolvedFile>;

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

/** The local service closes no issues, and returns none. */
export const listClosedIssues = operation({
  ...shared,
  method: "GET",
  path: `${one}/closes_issues`,
  summary: "Issues that a merge closes",
  paged: "offset",
  response: json(z.array(record({ id: z.int(), iid: z.int().optional(), title: z.string().default("") }))),
  reads: ["merge_requests"],
});

export const getMergeRequestApprovals = operation({
  ...shared,
  method: "GET",
  path: `${one}/approvals`,
  summary: "Approvals of a merge request",
  response: json(approvals),
  reads: ["merge_requests"],
});

export const approveMergeRequest = operation({
  ...shared,
  method: "POST",
  path: `${one}/approve`,
  summary: "Approve a merge request",
  role: "developer",
  body: { sha: z.string().optional().describe("head that was reviewed; 409 for another one") },
  response: json(approvals),
  status: 201,
  changes: ["merge_requests", "notes"],
});

export const unapproveMergeRequest = operation({
  ...shared,
  method: "POST",
  path: `${one}/unapprove`,
  summary: "Revoke the approval",
  role: "developer",
  response: json(approvals),
  status: 201,
  changes: ["merge_requests", "notes"],
});
