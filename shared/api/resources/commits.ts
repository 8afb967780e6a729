import { z } from "zod";
import { fileContent, idOrPath, longText, openEnum, record, timestamp } from "../contract/fields.ts";
import { updateWorktree } from "../contract/local-refusals.ts";
import { json, operation } from "../contract/operation.ts";
import { commit, commitRef, diffEntry } from "./commit-shapes.ts";
import { userSummary } from "./user-shapes.ts";

const readable = { auth: "token" } as const;
const sha = z.string().min(1).describe("hash, branch or tag");
const params = { id: idOrPath, sha };

export const listCommits = operation({
  method: "GET",
  path: "/projects/:id/repository/commits",
  summary: "Commits of a branch, tag or the whole project",
  ...readable,
  paged: "offset",
  params: { id: idOrPath },
  query: {
    ref_name: z.string().optional().describe("branch or tag; the default branch where left out"),
    since: timestamp.optional().describe("committed then or later"),
    until: timestamp.optional().describe("committed then or earlier"),
    path: z.string().optional().describe("file or folder"),
    author: z.string().optional().describe("name or email; since 15.10"),
    all: z.boolean().optional().describe("commits of every branch and tag"),
    with_stats: z.boolean().optional(),
    first_parent: z.boolean().optional().describe("since 12.7"),
    order: z.enum(["default", "topo"]).optional().describe("since 12.10"),
  },
  response: json(z.array(commit)),
  reads: ["commits"],
});

/** One action of a commit (Commits › Create). */
const commitAction = z.strictObject({
  action: z.enum(["create", "delete", "move", "update", "chmod"]),
  file_path: z.string().min(1),
  previous_path: z.string().optional().describe("of `move`"),
  content: fileContent().optional(),
  encoding: z.enum(["text", "base64"]).optional().describe("text where left out"),
  last_commit_id: z.string().optional().describe("of `update`, `move` and `delete`"),
  execute_filemode: z.boolean().optional().describe("of `chmod`"),
});
export type CommitAction = z.output<typeof commitAction>;

/** A new file and a new version of one need content (Commits › Action). */
function missingContent(actions: unknown) {
  const list = z.array(commitAction).safeParse(actions).data ?? [];
  const index = list.findIndex(
    ({ action, content }) => (action === "create" || action === "update") && content === undefined,
  );
  return index === -1 ? null : { field: `actions.${index}.content` };
}

export const createCommit = operation({
  method: "POST",
  path: "/projects/:id/repository/commits",
  summary: "Change any number of files in one commit",
  rule: ({ actions }) => missingContent(actions),
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  body: {
    branch: z.string().min(1),
    commit_message: longText().min(1),
    start_branch: z.string().optional().describe("branch to start a new branch from"),
    start_sha: z.string().optional().describe("commit to start a new branch from; since 12.4"),
    actions: z.array(commitAction),
    author_email: z.string().optional(),
    author_name: z.string().optional(),
    stats: z.boolean().optional().describe("true where left out"),
    force: z.boolean().optional().describe("overwrite the branch, based on `start_branch`"),
    ...updateWorktree,
  },
  response: json(commit),
  status: 201,
  changes: ["commits", "branches", "trees", "blobs", "merge_requests"],
});

export const getCommit = operation({
  method: "GET",
  path: "/projects/:id/repository/commits/:sha",
  summary: "One commit",
  ...readable,
  params,
  query: { stats: z.boolean().optional().describe("true where left out") },
  response: json(commit),
  reads: ["commits"],
});

/** Branches first, then tags, each by name; ask for `type` where only one of them is shown. */
export const listCommitRefs = operation({
  method: "GET",
  path: "/projects/:id/repository/commits/:sha/refs",
  summary: "Branches and tags that contain a commit",
  ...readable,
  paged: "offset",
  params,
  query: { type: z.enum(["branch", "tag", "all"]).optional().describe("all where left out") },
  response: json(z.array(commitRef)),
  reads: ["branches", "tags"],
});

const toBranch = {
  branch: z.string().min(1).describe("branch that receives the commit"),
  ...updateWorktree,
};
/** Writes that add a commit made of another one to a branch. */
const commitWrite = {
  auth: "token",
  role: "developer",
  params,
  body: toBranch,
  response: json(commit),
  status: 201,
  changes: ["commits", "branches", "trees", "blobs", "merge_requests"],
} as const;

export const cherryPickCommit = operation({
  method: "POST",
  path: "/projects/:id/repository/commits/:sha/cherry_pick",
  summary: "Apply a commit's changes to a branch",
  ...commitWrite,
});

export const revertCommit = operation({
  method: "POST",
  path: "/projects/:id/repository/commits/:sha/revert",
  summary: "Undo a commit's changes on a branch",
  ...commitWrite,
});

export const getCommitDiff = operation({
  method: "GET",
  pinnedBy: "sha",
  path: "/projects/:id/repository/commits/:sha/diff",
  summary: "Changes of a commit against its first parent",
  ...readable,
  paged: "offset",
  params,
  response: json(z.array(diffEntry)),
  reads: ["commits"],
});

/** A comment on a commit or on a line of it (Commits › Commit comment). */
export const commitComment = record({
  note: z.string(),
  author: userSummary.nullable().default(null).describe("null where the user is gone"),
  created_at: timestamp.nullish(),
  path: z.string().nullish(),
  line: z.int().nullish(),
  line_type: openEnum("new", "old").nullish(),
});
export type CommitComment = z.output<typeof commitComment>;

export const listCommitComments = operation({
  method: "GET",
  path: "/projects/:id/repository/commits/:sha/comments",
  summary: "Comments on a commit",
  ...readable,
  paged: "offset",
  params,
  response: json(z.array(commitComment)),
  reads: ["notes"],
});

export const createCommitComment = operation({
  method: "POST",
  path: "/projects/:id/repository/commits/:sha/comments",
  summary: "Comment on a commit or on a line of it",
  auth: "token",
  params,
  body: {
    note: longText().min(1),
    path: z.string().optional(),
    line: z.int().optional(),
    line_type: z.enum(["new", "old"]).optional(),
  },
  response: json(commitComment),
  status: 201,
  changes: ["notes"],
});

/** The result of a check of a commit (Commits › Commit status). */
export const commitStatus = record({
  id: z.int().optional(),
  sha: z.string(),
  ref: z.string().nullish(),
  status: openEnum("pending", "running", "success", "failed", "canceled", "skipped", "created", "manual"),
  name: z.string(),
  stage: z.string().nullish().describe("the local service alone has it"),
  target_url: z.string().nullish(),
  description: z.string().nullable().default(null),
  created_at: timestamp.nullish(),
  started_at: timestamp.nullish(),
  finished_at: timestamp.nullish(),
  allow_failure: z.boolean().default(false),
  coverage: z.number().nullish(),
  pipeline_id: z.int().nullish().describe("since 12.x"),
  author: userSummary.nullish(),
});
export type CommitStatus = z.output<typeof commitStatus>;

export const listCommitStatuses = operation({
  method: "GET",
  path: "/projects/:id/repository/commits/:sha/statuses",
  summary: "Statuses of a commit",
  ...readable,
  paged: "offset",
  params,
  query: {
    ref: z.string().optional().describe("branch or tag; the default branch where left out"),
    stage: z.string().optional(),
    name: z.string().optional(),
    all: z.boolean().optional().describe("all, not only the latest of each name"),
  },
  response: json(z.array(commitStatus)),
  reads: ["statuses"],
});

export const createCommitStatus = operation({
  method: "POST",
  path: "/projects/:id/statuses/:sha",
  summary: "Report the state of an external check of a commit",
  auth: "token",
  role: "developer",
  params,
  body: {
    state: z.enum(["pending", "running", "success", "failed", "canceled", "skipped"]),
    ref: z
      .string()
      .min(1)
      .optional()
      .describe("branch or tag; the default branch or another with the commit where left out"),
    name: z.string().min(1).optional().describe("label of the check; `default` where left out"),
    context: z.string().min(1).optional().describe("the same as `name`"),
    target_url: z.url({ protocol: /^https?$/ }).optional(),
    description: z.string().optional(),
    coverage: z.number().optional().describe("per cent"),
  },
  response: json(commitStatus),
  status: 201,
  changes: ["statuses"],
  extension: "service",
});
