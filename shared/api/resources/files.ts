import { z } from "zod";
import { fileContent, idOrPath, longText, record } from "../contract/fields.ts";
import { updateWorktree } from "../contract/local-refusals.ts";
import { bytes, headers, json, none, operation } from "../contract/operation.ts";
import { shortCommit } from "./commit-shapes.ts";

/** A file with its content (Repository files › File). */
export const repositoryFile = record({
  file_name: z.string(),
  file_path: z.string(),
  size: z.int(),
  encoding: z.literal("base64").or(z.string()),
  content: z.string().describe("base64"),
  content_sha256: z.string().optional(),
  ref: z.string(),
  blob_id: z.string(),
  commit_id: z.string(),
  last_commit_id: z.string(),
  execute_filemode: z.boolean().optional().describe("since 14.9"),
});

const params = { id: idOrPath, file_path: z.string().min(1).describe("full path in the repository") };
const query = { ref: z.string().min(1).describe("branch, tag or commit") };
const reads = ["blobs"] as const;
const changes = ["blobs", "trees", "commits", "branches", "merge_requests"] as const;

export const getFile = operation({
  method: "GET",
  pinnedBy: "ref",
  path: "/projects/:id/repository/files/:file_path",
  summary: "A file with its content",
  auth: "optional",
  scope: "read_repository",
  params,
  query,
  response: json(repositoryFile),
  reads,
});

export const headFile = operation({
  method: "HEAD",
  path: "/projects/:id/repository/files/:file_path",
  summary: "Metadata of a file, as headers",
  auth: "optional",
  scope: "read_repository",
  params,
  query,
  response: headers,
  reads,
});

const rawQuery = {
  ...query,
  lfs: z.boolean().optional().describe("the object behind an LFS pointer; since 15.7"),
};

export const getRawFile = operation({
  method: "GET",
  pinnedBy: "ref",
  path: "/projects/:id/repository/files/:file_path/raw",
  summary: "The bytes of a file",
  auth: "optional",
  scope: "read_repository",
  params,
  query: rawQuery,
  response: bytes,
  reads,
});

export const headRawFile = operation({
  method: "HEAD",
  path: "/projects/:id/repository/files/:file_path/raw",
  summary: "Metadata of a file's bytes, as headers",
  auth: "optional",
  scope: "read_repository",
  params,
  query: rawQuery,
  response: headers,
  reads,
});

/** A commit as blame names it, without the fields that a list of commits adds. */
const blameCommit = shortCommit.pick({
  id: true,
  message: true,
  parent_ids: true,
  author_name: true,
  author_email: true,
  authored_date: true,
  committer_name: true,
  committer_email: true,
  committed_date: true,
});

/** Consecutive lines that the same commit changed last. */
const blameRange = record({
  commit: blameCommit,
  lines: z
    .array(z.string())
    .describe("without their line feed; a carriage return stays; bytes that are not UTF-8 are Windows-1252"),
});
export type BlameRange = z.output<typeof blameRange>;

const blame = {
  path: "/projects/:id/repository/files/:file_path/blame",
  auth: "optional",
  scope: "read_repository",
  params,
  reads,
  extension: "service",
} as const;

/**
 * Returns the commit that changed each line last, in the order of the lines: the line number is the sum of the lines
 * before. An empty file has no ranges. The local service refuses files above 10 MB (413) and a `range` beyond the
 * file's end (400).
 */
export const getBlame = operation({
  ...blame,
  method: "GET",
  pinnedBy: "ref",
  summary: "The commit that changed each line of a file last",
  query: {
    ...query,
    range: z
      .strictObject({ start: z.int().min(1), end: z.int().min(1) })
      .optional()
      .describe("first and last line, from 1, both included; all lines where left out"),
  },
  response: json(z.array(blameRange)),
});

export const headBlame = operation({
  ...blame,
  method: "HEAD",
  summary: "Metadata of a file, as headers",
  query,
  response: headers,
});

/** Response of a write to one file. */
const written = record({ file_path: z.string(), branch: z.string() });

const commitFields = {
  branch: z.string().min(1),
  start_branch: z.string().optional().describe("branch to start a new branch from"),
  author_email: z.string().optional(),
  author_name: z.string().optional(),
  commit_message: longText().min(1),
  ...updateWorktree,
};
const contentFields = {
  encoding: z.enum(["base64", "text"]).optional().describe("text where left out"),
  content: fileContent(),
};

export const createFile = operation({
  method: "POST",
  path: "/projects/:id/repository/files/:file_path",
  summary: "Create a file in a commit of its own",
  auth: "token",
  role: "developer",
  params,
  body: { ...commitFields, ...contentFields },
  response: json(written),
  status: 201,
  changes,
});

export const updateFile = operation({
  method: "PUT",
  path: "/projects/:id/repository/files/:file_path",
  summary: "Change a file in a commit of its own",
  auth: "token",
  role: "developer",
  params,
  body: { ...commitFields, ...contentFields, last_commit_id: z.string().optional() },
  response: json(written),
  changes,
});

export const deleteFile = operation({
  method: "DELETE",
  path: "/projects/:id/repository/files/:file_path",
  summary: "Delete a file in a commit of its own",
  auth: "token",
  role: "developer",
  params,
  body: { ...commitFields, last_commit_id: z.string().optional() },
  response: none,
  status: 204,
  changes,
});
