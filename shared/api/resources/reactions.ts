import { z } from "zod";
import { idOrPath, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/*
 * Emoji of a merge request and of its comments: not in the documents, but every service has
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
