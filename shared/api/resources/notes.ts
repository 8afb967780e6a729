import { z } from "zod";
import { idOrPath, longText, openEnum, record, sort, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/** A comment (Notes › Note). A note of an emoji alone is returned as a reaction, which has none of the text fields. */
export const note = record({
  id: z.int(),
  body: z.string().default(""),
  attachment: z.unknown().optional(),
  author: userSummary.nullish(),
  created_at: timestamp.optional(),
  updated_at: timestamp.nullish(),
  system: z.boolean().default(false),
  noteable_id: z.int().nullish(),
  noteable_type: openEnum("Issue", "MergeRequest", "Snippet").optional(),
  noteable_iid: z.int().nullish(),
  resolvable: z.boolean().default(false),
  title: z.string().optional().describe("of a single snippet note, as are the next two"),
  file_name: z.string().nullish(),
  expires_at: timestamp.nullish(),
  confidential: z.boolean().nullish().describe("since 13.x"),
  internal: z.boolean().nullish().describe("since 15.x"),
  name: z.string().optional().describe("emoji of a reaction"),
  project_id: z.int().nullish().describe("in results of a search"),
});
export type Note = z.output<typeof note>;

const query = {
  sort: sort.optional().describe("desc where left out"),
  order_by: z.enum(["created_at", "updated_at"]).optional().describe("created_at where left out"),
};
const body = { body: longText().min(1) };
const createBody = { ...body, created_at: timestamp.optional().describe("administrators and owners") };
const reads = ["notes"] as const;

const listing = {
  method: "GET",
  auth: "token",
  paged: "offset",
  query,
  response: json(z.array(note)),
  reads,
} as const;
const reading = { method: "GET", auth: "token", response: json(note), reads } as const;
const creating = {
  method: "POST",
  auth: "token",
  body: createBody,
  response: json(note),
  status: 201,
  changes: reads,
} as const;
const updating = { method: "PUT", auth: "token", body, response: json(note), changes: reads } as const;
const deleting = { method: "DELETE", auth: "token", response: none, status: 204, changes: reads } as const;

const issue = { id: idOrPath, issue_iid: z.int() };
const issueNote = { ...issue, note_id: z.int() };
const issueNotes = "/projects/:id/issues/:issue_iid/notes";

export const listIssueNotes = operation({
  ...listing,
  path: issueNotes,
  summary: "Comments on an issue",
  params: issue,
});
export const getIssueNote = operation({
  ...reading,
  path: `${issueNotes}/:note_id`,
  summary: "One comment on an issue",
  params: issueNote,
});
export const createIssueNote = operation({
  ...creating,
  path: issueNotes,
  summary: "Comment on an issue",
  params: issue,
  // A comment of one emoji becomes a reaction, one of quick actions changes the issue, which counts its comments.
  changes: ["notes", "issues", "reactions", "todos"],
});
export const updateIssueNote = operation({
  ...updating,
  path: `${issueNotes}/:note_id`,
  summary: "Change a comment on an issue",
  params: issueNote,
});
export const deleteIssueNote = operation({
  ...deleting,
  path: `${issueNotes}/:note_id`,
  summary: "Delete a comment on an issue",
  params: issueNote,
  changes: ["notes", "issues"],
});

const snippet = { id: idOrPath, snippet_id: z.int() };
const snippetNote = { ...snippet, note_id: z.int() };
const snippetNotes = "/projects/:id/snippets/:snippet_id/notes";

export const listSnippetNotes = operation({
  ...listing,
  path: snippetNotes,
  summary: "Comments on a snippet",
  params: snippet,
});
export const getSnippetNote = operation({
  ...reading,
  path: `${snippetNotes}/:note_id`,
  summary: "One comment on a snippet",
  params: snippetNote,
});
export const createSnippetNote = operation({
  ...creating,
  path: snippetNotes,
  summary: "Comment on a snippet",
  params: snippet,
});
export const updateSnippetNote = operation({
  ...updating,
  path: `${snippetNotes}/:note_id`,
  summary: "Change a comment on a snippet",
  params: snippetNote,
});
export const deleteSnippetNote = operation({
  ...deleting,
  path: `${snippetNotes}/:note_id`,
  summary: "Delete a comment on a snippet",
  params: snippetNote,
});

const mergeRequest = { id: idOrPath, merge_request_iid: z.int() };
const mergeRequestNote = { ...mergeRequest, note_id: z.int() };
const mergeRequestNotes = "/projects/:id/merge_requests/:merge_request_iid/notes";

export const listMergeRequestNotes = operation({
  ...listing,
  path: mergeRequestNotes,
  summary: "Comments on a merge request",
  params: mergeRequest,
});
export const getMergeRequestNote = operation({
  ...reading,
  path: `${mergeRequestNotes}/:note_id`,
  summary: "One comment on a merge request",
  params: mergeRequestNote,
});
export const createMergeRequestNote = operation({
  ...creating,
  path: mergeRequestNotes,
  summary: "Comment on a merge request",
  params: mergeRequest,
  // A comment of one emoji becomes a reaction, and a merge request counts its comments.
  changes: ["notes", "merge_requests", "reactions"],
});
export const updateMergeRequestNote = operation({
  ...updating,
  path: `${mergeRequestNotes}/:note_id`,
  summary: "Change a comment on a merge request",
  params: mergeRequestNote,
});
export const deleteMergeRequestNote = operation({
  ...deleting,
  path: `${mergeRequestNotes}/:note_id`,
  summary: "Delete a comment on a merge request",
  params: mergeRequestNote,
});
