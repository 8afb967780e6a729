import {
  createMergeRequestReaction,
  createNoteReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listMergeRequestReactions,
  listNoteReactions,
} from "../../../../shared/api/resources/reactions.ts";
import { isEmojiName } from "../../domain/emoji-names.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import type { Context } from "../../http/context.ts";
import { badParameter, forbidden, httpError, unauthorized } from "../../http/http-error.ts";
import { implement } from "../../http/implement.ts";
import { mapPage, pageOf } from "../../http/paging.ts";
import { userOf } from "../../presenters/merge-request.ts";
import { findNote } from "../../store/review/notes.ts";
import {
  addReaction,
  deleteReaction,
  listReactionRows,
  type Reaction,
  type ReactionParent,
} from "../../store/review/reactions.ts";

/** Returns a reaction as the API represents it. */
export const toReaction = (context: Context, reaction: Reaction, type: ReactionParent, parentId: number) => ({
  id: reaction.id,
  name: reaction.name,
  user: userOf(context, reaction.userId),
  created_at: reaction.createdAt,
  updated_at: reaction.createdAt,
  awardable_id: parentId,
  awardable_type: type,
});

/** Names of emoji that the library lacks. */
const aliases: Readonly<Record<string, string>> = { thumbsup: "+1", thumbsdown: "-1" };

/** What can be reacted to. */
interface Target {
  readonly type: ReactionParent;
  readonly id: number;
}

interface OfMergeRequest {
  readonly id: string | number;
  readonly merge_request_iid: number;
}

async function mergeRequestTarget(context: Context, input: OfMergeRequest): Promise<Target> {
  const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
  return { type: "MergeRequest", id: mergeRequest.id };
}

async function noteTarget(
  context: Context,
  input: OfMergeRequest & { readonly note_id: number },
): Promise<Target> {
  const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
  const note = findNote(context.store, "MergeRequest", mergeRequest.id, input.note_id);
  // System notes have no reactions.
  if (!note || note.system) throw httpError(404, "404 Not found");
  return { type: "Note", id: note.id };
}

function list(context: Context, { type, id }: Target) {
  const page = pageOf(context, listReactionRows(context.store, type, id));
  return mapPage(page, (row) => toReaction(context, row, type, id));
}

async function create(context: Context, { type, id }: Target, name: string) {
  if (!context.user) throw unauthorized();
  const known = aliases[name] ?? name;
  if (!(await isEmojiName(known))) throw badParameter("name is invalid");
  const made = addReaction(context.store, type, id, context.user.id, name);
  return toReaction(context, made, type, id);
}

function remove(context: Context, { type, id }: Target, awardId: number): undefined {
  const row = listReactionRows(context.store, type, id).find((each) => each.id === awardId);
  if (!row) throw httpError(404, "404 Not found");
  if (row.userId !== context.user?.id && !context.user?.isAdmin) throw forbidden();
  deleteReaction(context.store, row.id);
  return undefined;
}

export const reactionRoutes = [
  implement(listMergeRequestReactions, async (input, context) =>
    list(context, await mergeRequestTarget(context, input)),
  ),
  implement(createMergeRequestReaction, async (input, context) =>
    create(context, await mergeRequestTarget(context, input), input.name),
  ),
  implement(deleteMergeRequestReaction, async (input, context) =>
    remove(context, await mergeRequestTarget(context, input), input.award_id),
  ),
  implement(listNoteReactions, async (input, context) => list(context, await noteTarget(context, input))),
  implement(createNoteReaction, async (input, context) =>
    create(context, await noteTarget(context, input), input.name),
  ),
  implement(deleteNoteReaction, async (input, context) =>
    remove(context, await noteTarget(context, input), input.award_id),
  ),
];
