import { z } from "zod";
import { idOrPath, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/*
 * Emoji of a merge request, of an issue and of their comments: not in the documents, but every service has
 * them. Where they are missing the view shows none.
 */

const reaction = record({
  id: z.int(),
  name: z.string().describe("emoji without colons"),
  user: userSummary.nullish(),
  created_at: timestamp.optional(),
});
export type Reaction = z.output<typeof reaction>;

const shared = { auth: "token", extension: "service" } as const;
const params = { id: idOrPath, merge_request_iid: z.int() };
const one = "/projects/:id/merge_requests/:merge_request_iid/award_emoji";
const note = { ...params, note_id: z.int() };
const ofNote = "/projects/:id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji";
const body = { name: z.string().min(1).describe("emoji without colons") };
const reads = ["reactions"] as const;

export const listMergeRequestReactions = operation({
  ...shared,
  method: "GET",
  path: one,
  summary: "Reactions to a merge request, oldest first",
  params,
  paged: "offset",
  response: json(z.array(reaction)),
  reads,
});

export const createMergeRequestReaction = operation({
  ...shared,
  method: "POST",
  path: one,
  summary: "React to a merge request",
  params,
  body,
  response: json(reaction),
  status: 201,
  changes: ["reactions", "merge_requests"],
});

export const deleteMergeRequestReaction = operation({
  ...shared,
  method: "DELETE",
  path: `${one}/:award_id`,
  summary: "Remove a reaction from a merge request",
  params: { ...params, award_id: z.int() },
  response: none,
  status: 204,
  changes: ["reactions", "merge_requests"],
});

export const listNoteReactions = operation({
  ...shared,
  method: "GET",
  path: ofNote,
  summary: "Reactions to a comment on a merge request, oldest first",
  params: note,
  paged: "offset",
  response: json(z.array(reaction)),
  reads,
});

export const createNoteReaction = operation({
  ...shared,
  method: "POST",
  path: ofNote,
  summary: "React to a comment on a merge request",
  params: note,
  body,
  response: json(reaction),
  status: 201,
  changes: reads,
});

export const deleteNoteReaction = operation({
  ...shared,
  method: "DELETE",
  path: `${ofNote}/:award_id`,
  summary: "Remove a reaction from a comment on a merge request",
  params: { ...note, award_id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});

const issue = { id: idOrPath, issue_iid: z.int() };
const ofIssue = "/projects/:id/issues/:issue_iid/award_emoji";
const issueNote = { ...issue, note_id: z.int() };
const ofIssueNote = "/projects/:id/issues/:issue_iid/notes/:note_id/award_emoji";

export const listIssueReactions = operation({
  ...shared,
  method: "GET",
  path: ofIssue,
  summary: "Reactions to an issue, oldest first",
  params: issue,
  paged: "offset",
  response: json(z.array(reaction)),
  reads,
});

export const createIssueReaction = operation({
  ...shared,
  method: "POST",
  path: ofIssue,
  summary: "React to an issue",
  params: issue,
  body,
  response: json(reaction),
  status: 201,
  changes: ["reactions", "issues"],
});

export const deleteIssueReaction = operation({
  ...shared,
  method: "DELETE",
  path: `${ofIssue}/:award_id`,
  summary: "Remove a reaction from an issue",
  params: { ...issue, award_id: z.int() },
  response: none,
  status: 204,
  changes: ["reactions", "issues"],
});

export const listIssueNoteReactions = operation({
  ...shared,
  method: "GET",
  path: ofIssueNote,
  summary: "Reactions to a comment on an issue, oldest first",
  params: issueNote,
  paged: "offset",
  response: json(z.array(reaction)),
  reads,
});

export const createIssueNoteReaction = operation({
  ...shared,
  method: "POST",
  path: ofIssueNote,
  summary: "React to a comment on an issue",
  params: issueNote,
  body,
  response: json(reaction),
  status: 201,
  changes: reads,
});

export const deleteIssueNoteReaction = operation({
  ...shared,
  method: "DELETE",
  path: `${ofIssueNote}/:award_id`,
  summary: "Remove a reaction from a comment on an issue",
  params: { ...issueNote, award_id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});
