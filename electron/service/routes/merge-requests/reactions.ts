import {
  createMergeRequestReaction,
  createNoteReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listMergeRequestReactions,
  listNoteReactions,
} from "../../../../shared/api/resources/reactions.ts";
import {
  listReactions,
  mergeRequestTarget,
  noteTarget,
  type ReactionTarget,
  react,
  removeReaction,
} from "../../domain/discussions/reactions.ts";
import type { Context } from "../../http/context.ts";
import { implement } from "../../http/implement.ts";
import { mapPage, pageOf } from "../../http/paging.ts";
import { toReaction } from "../../presenters/reaction.ts";

const list = (context: Context, target: ReactionTarget) =>
  mapPage(pageOf(context, listReactions(context, target)), (reaction) => toReaction(context, reaction));

const create = async (context: Context, target: ReactionTarget, name: string) =>
  toReaction(context, await react(context, target, name));

function remove(context: Context, target: ReactionTarget, awardId: number): undefined {
  removeReaction(context, target, awardId);
}

export const reactionRoutes = [
  implement(listMergeRequestReactions, (input, context) => list(context, mergeRequestTarget(context, input))),
  implement(createMergeRequestReaction, (input, context) =>
    create(context, mergeRequestTarget(context, input), input.name),
  ),
  implement(deleteMergeRequestReaction, (input, context) =>
    remove(context, mergeRequestTarget(context, input), input.award_id),
  ),
  implement(listNoteReactions, (input, context) => list(context, noteTarget(context, input))),
  implement(createNoteReaction, (input, context) => create(context, noteTarget(context, input), input.name)),
  implement(deleteNoteReaction, (input, context) =>
    remove(context, noteTarget(context, input), input.award_id),
  ),
];
