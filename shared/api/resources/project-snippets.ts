import { z } from "zod";
import {
  fileContent,
  idOrPath,
  longText,
  openEnum,
  type Raw,
  record,
  timestamp,
  versioned,
} from "../contract/fields.ts";
import { json, none, operation, text } from "../contract/operation.ts";
import { visibility } from "./projects.ts";
import { userSummary } from "./user-shapes.ts";

/** A snippet of several files is named after its first where the service no longer does so. */
const readSnippet = (raw: Raw): Raw => {
  const [first]: unknown[] = Array.isArray(raw.files) ? raw.files : [];
  if (raw.file_name || first === null || typeof first !== "object" || !("path" in first)) return raw;
  return { ...raw, file_name: first.path };
};

/** A snippet of a project or of a person (Snippets › Snippet). */
export const snippet = versioned(
  record({
    id: z.int(),
    title: z.string(),
    file_name: z.string().nullable().default(null),
    files: z
      .array(record({ path: z.string(), raw_url: z.string() }))
      .optional()
      .describe("since 13.x"),
    description: z.string().nullable().default(null),
    visibility: openEnum("private", "internal", "public").optional(),
    author: userSummary.nullish(),
    expires_at: timestamp.nullish(),
    created_at: timestamp.optional(),
    updated_at: timestamp.optional(),
    project_id: z.int().nullish(),
    web_url: z.string().default(""),
    raw_url: z.string().optional(),
  }),
  readSnippet,
);
export type Snippet = z.output<typeof snippet>;

/** One file of a new snippet. */
const newFile = z.object({ file_path: z.string().min(1), content: fileContent() });

/** Change of one file of a snippet; `previous_path` is that of a moved file. */
const fileChange = z.object({
  action: z.enum(["create", "update", "delete", "move"]),
  file_path: z.string().min(1).optional(),
  previous_path: z.string().min(1).optional(),
  content: fileContent().optional(),
});
export type SnippetFileChange = z.output<typeof fileChange>;

const files = "since 13.x, instead of one file's name and content";

/** Parameters of a snippet that both kinds share. A single file has parameters of its own; several are in `files`. */
export const newSnippet = {
  title: z.string().min(1),
  file_name: z.string().min(1).optional().describe("required unless `files` is given"),
  description: longText().optional(),
  files: z.array(newFile).min(1).optional().describe(files),
  expires_at: timestamp.optional().describe("local service; others ignore it"),
};

export const snippetChange = {
  title: z.string().optional(),
  file_name: z.string().optional(),
  description: longText().optional(),
  files: z.array(fileChange).min(1).optional().describe(files),
  expires_at: z
    .union([timestamp, z.literal("")])
    .optional()
    .describe("local service; others ignore it. Empty: never expires"),
};

/** Path of a snippet's file, and the branch, tag or commit of the snippet's repository. */
export const snippetFile = { ref: z.string().min(1), file_path: z.string().min(1) };

/** Client with which a snippet was written. */
export const userAgent = record({
  user_agent: z.string(),
  ip_address: z.string(),
  spamcheck_submitted: z.boolean().optional(),
  akismet_submitted: z.boolean().optional(),
});

const one = { id: idOrPath, snippet_id: z.int() };
const reads = ["snippets"] as const;
const aliases = { code: "content" };

export const listProjectSnippets = operation({
  method: "GET",
  path: "/projects/:id/snippets",
  summary: "Snippets of a project",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath },
  response: json(z.array(snippet)),
  reads,
});

export const getProjectSnippet = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id",
  summary: "One snippet of a project",
  auth: "optional",
  params: one,
  response: json(snippet),
  reads,
});

export const createProjectSnippet = operation({
  method: "POST",
  path: "/projects/:id/snippets",
  summary: "Add a snippet to a project",
  auth: "token",
  role: "reporter",
  params: { id: idOrPath },
  body: {
    ...newSnippet,
    code: fileContent().min(1).optional().describe("content; required unless `files` is given"),
    visibility,
  },
  aliases,
  response: json(snippet),
  status: 201,
  changes: reads,
});

export const updateProjectSnippet = operation({
  method: "PUT",
  path: "/projects/:id/snippets/:snippet_id",
  summary: "Change a snippet of a project",
  auth: "token",
  role: "reporter",
  params: one,
  body: {
    ...snippetChange,
    code: fileContent().optional(),
    visibility: visibility.optional(),
  },
  aliases,
  response: json(snippet),
  changes: reads,
});

export const deleteProjectSnippet = operation({
  method: "DELETE",
  path: "/projects/:id/snippets/:snippet_id",
  summary: "Delete a snippet of a project",
  auth: "token",
  role: "reporter",
  params: one,
  response: none,
  status: 204,
  changes: ["snippets", "notes"],
});

export const getRawProjectSnippet = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id/raw",
  summary: "A snippet's content",
  auth: "optional",
  params: one,
  response: text,
  reads,
});

export const getRawProjectSnippetFile = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id/files/:ref/:file_path/raw",
  summary: "One file of a snippet of several files",
  auth: "optional",
  extension: "service",
  params: { ...one, ...snippetFile },
  response: text,
  reads,
});

export const getProjectSnippetUserAgent = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id/user_agent_detail",
  summary: "User agent details of a snippet",
  auth: "admin",
  params: one,
  response: json(userAgent),
  reads,
});
