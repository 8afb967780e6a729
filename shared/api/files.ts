import { z } from "zod";
import { idOrPath, record } from "./fields.ts";
import { bytes, headers, json, none, operation } from "./operation.ts";

/** A file with its content (Part A, Repository file). */
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
export type RepositoryFile = z.output<typeof repositoryFile>;

const params = { id: idOrPath, file_path: z.string().min(1).describe("full path in the repository") };
const query = { ref: z.string().min(1).describe("branch, tag or commit") };
const reads = ["blobs"] as const;
const changes = ["blobs", "trees", "commits", "branches"] as const;

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
  summary: "What is known of a file, as headers",
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
  summary: "What is known of a file's bytes, as headers",
  auth: "optional",
  scope: "read_repository",
  params,
  query: rawQuery,
  response: headers,
  reads,
});

/** Answer of a write to one file. */
const written = record({ file_path: z.string(), branch: z.string() });

const commitFields = {
  branch: z.string().min(1),
  start_branch: z.string().optional().describe("branch to start a new branch from"),
  author_email: z.string().optional(),
  author_name: z.string().optional(),
  commit_message: z.string().min(1),
};
const contentFields = {
  encoding: z.enum(["base64", "text"]).optional().describe("text where left out"),
  content: z.string(),
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
