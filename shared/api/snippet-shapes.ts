import { z } from "zod";
import { openEnum, record, timestamp } from "./fields.ts";
import { userSummary } from "./user-shapes.ts";

/** A snippet of a project or of a person (Part B, Snippet). */
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

/** From where a snippet was written. */
export const userAgent = record({
  user_agent: z.string(),
  ip_address: z.string(),
  spamcheck_submitted: z.boolean().optional(),
  akismet_submitted: z.boolean().optional(),
});
