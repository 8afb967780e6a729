import { z } from "zod";
import { record, timestamp } from "./fields.ts";

/** A commit as branches, tags and comparisons embed it (Part A, Commit). */
export const shortCommit = record({
  id: z.string(),
  short_id: z.string(),
  title: z.string(),
  message: z.string().default(""),
  author_name: z.string(),
  author_email: z.string(),
  authored_date: timestamp.optional(),
  committer_name: z.string().optional(),
  committer_email: z.string().optional(),
  committed_date: timestamp.optional(),
  created_at: timestamp.optional(),
  parent_ids: z.array(z.string()).default([]),
});
export type ShortCommit = z.output<typeof shortCommit>;
