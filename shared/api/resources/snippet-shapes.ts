import { z } from "zod";
import { fileContent, longText, openEnum, record, timestamp } from "../contract/fields.ts";
import { userSummary } from "./user-shapes.ts";

/** A snippet of a project or of a person (Snippets › Snippet). */
export const snippet = record({
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
});
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
