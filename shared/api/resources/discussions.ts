import { z } from "zod";
import { idOrPath, longText, openEnum, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { note } from "./notes.ts";
import { userSummary } from "./user-shapes.ts";

/*
 * Threads on a merge request, on lines of its changes among them, and on an issue: not in the documents, but every service
 * since 10.6 has them. Where they are missing the view falls back to plain notes.
 */

const lineRangeEnd = record({
  line_code: z.string().nullish(),
  type: openEnum("new", "old", "expanded").nullish(),
  old_line: z.int().nullish(),
  new_line: z.int().nullish(),
});

/** Position of a thread in a change; a line that exists on both sides has both numbers. */
export const position = record({
  base_sha: z.string().default(""),
  start_sha: z.string().default(""),
  head_sha: z.string().default(""),
  position_type: openEnum("text", "image", "file").default("text"),
  old_path: z.string().nullish(),
  new_path: z.string().nullish(),
  old_line: z.int().nullish(),
  new_line: z.int().nullish(),
  line_range: record({ start: lineRangeEnd, end: lineRangeEnd }).nullish(),
});
export type Position = z.output<typeof position>;

/** A note of a thread. */
const discussionNote = record({
  ...note.shape,
  type: openEnum("DiffNote", "DiscussionNote").nullish(),
  position: position.nullish(),
  resolvable: z.boolean().default(false),
  resolved: z.boolean().nullish(),
  resolved_by: userSummary.nullish(),
});
export type DiscussionNote = z.output<typeof discussionNote>;

/** A thread; `individual_note` is a single comment without replies. */
export const discussion = record({
  id: z.string(),
  individual_note: z.boolean().default(false),
  notes: z.array(discussionNote).default([]),
});
export type Discussion = z.output<typeof discussion>;

const params = { id: idOrPath, merge_request_iid: z.int() };
const all = "/projects/:id/merge_requests/:merge_request_iid/discussions";
const thread = { ...params, discussion_id: z.string().min(1) };
const threadNote = { ...thread, note_id: z.int() };
const shared = { auth: "token", extension: "service" } as const;
const reads = ["notes"] as const;
const changes = ["notes"] as const;
/** A comment of one emoji becomes a reaction, and a merge request counts its comments. */
const changedBySending = ["notes", "merge_requests", "reactions"] as const;

const sentLine = z.object({
  line_code: z.string().optional(),
  type: z.enum(["new", "old"]).optional(),
  old_line: z.int().optional(),
  new_line: z.int().optional(),
});

const sentPosition = z.object({
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
  position_type: z.enum(["text", "file"]),
  old_path: z.string().optional(),
  new_path: z.string().optional(),
  old_line: z.int().optional(),
  new_line: z.int().optional(),
  line_range: z.object({ start: sentLine, end: sentLine }).optional(),
});
export type SentPosition = z.output<typeof sentPosition>;

export const listDiscussions = operation({
  ...shared,
  method: "GET",
  path: all,
  summary: "Threads on a merge request, oldest first",
  params,
  paged: "offset",
  response: json(z.array(discussion)),
  reads,
});

export const createDiscussion = operation({
  ...shared,
  method: "POST",
  path: all,
  summary: "Start a thread, on a line of the changes or on the whole",
  params,
  body: { body: longText().min(1), position: sentPosition.optional() },
  response: json(discussion),
  status: 201,
  changes: changedBySending,
});

export const replyToDiscussion = operation({
  ...shared,
  method: "POST",
  path: `${all}/:discussion_id/notes`,
  summary: "Reply in a thread",
  params: thread,
  body: { body: longText().min(1) },
  response: json(discussionNote),
  status: 201,
  changes: changedBySending,
});

export const updateDiscussionNote = operation({
  ...shared,
  method: "PUT",
  path: `${all}/:discussion_id/notes/:note_id`,
  summary: "Change a note of a thread",
  params: threadNote,
  body: { body: longText().min(1) },
  response: json(discussionNote),
  changes,
});

export const deleteDiscussionNote = operation({
  ...shared,
  method: "DELETE",
  path: `${all}/:discussion_id/notes/:note_id`,
  summary: "Delete a note of a thread",
  params: threadNote,
  response: none,
  status: 204,
  changes,
});

export const resolveDiscussion = operation({
  ...shared,
  method: "PUT",
  path: `${all}/:discussion_id`,
  summary: "Resolve or reopen a thread",
  role: "developer",
  params: thread,
  body: { resolved: z.boolean() },
  response: json(discussion),
  changes,
});

const issue = { id: idOrPath, issue_iid: z.int() };
const ofIssue = "/projects/:id/issues/:issue_iid/discussions";
const issueThread = { ...issue, discussion_id: z.string().min(1) };
const issueThreadNote = { ...issueThread, note_id: z.int() };
const changedByIssueNote = ["notes", "issues", "reactions", "todos"] as const;

/** Threads of issues cannot be resolved through the interface. */
export const listIssueDiscussions = operation({
  ...shared,
  method: "GET",
  path: ofIssue,
  summary: "Threads on an issue, oldest first",
  params: issue,
  paged: "offset",
  response: json(z.array(discussion)),
  reads,
});

export const getIssueDiscussion = operation({
  ...shared,
  method: "GET",
  path: `${ofIssue}/:discussion_id`,
  summary: "One thread on an issue",
  params: issueThread,
  response: json(discussion),
  reads,
});

export const createIssueDiscussion = operation({
  ...shared,
  method: "POST",
  path: ofIssue,
  summary: "Start a thread on an issue",
  params: issue,
  body: { body: longText().min(1) },
  response: json(discussion),
  status: 201,
  changes: changedByIssueNote,
});

export const replyToIssueDiscussion = operation({
  ...shared,
  method: "POST",
  path: `${ofIssue}/:discussion_id/notes`,
  summary: "Reply in a thread on an issue",
  params: issueThread,
  body: { body: longText().min(1) },
  response: json(discussionNote),
  status: 201,
  changes: changedByIssueNote,
});

export const updateIssueDiscussionNote = operation({
  ...shared,
  method: "PUT",
  path: `${ofIssue}/:discussion_id/notes/:note_id`,
  summary: "Change a note of a thread on an issue",
  params: issueThreadNote,
  body: { body: longText().min(1) },
  response: json(discussionNote),
  changes,
});

export const deleteIssueDiscussionNote = operation({
  ...shared,
  method: "DELETE",
  path: `${ofIssue}/:discussion_id/notes/:note_id`,
  summary: "Delete a note of a thread on an issue",
  params: issueThreadNote,
  response: none,
  status: 204,
  changes: changedByIssueNote,
});
