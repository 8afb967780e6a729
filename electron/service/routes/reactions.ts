import {
  createIssueNoteReaction,
  createIssueReaction,
  createMergeRequestReaction,
  createNoteReaction,
  deleteIssueNoteReaction,
  deleteIssueReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listIssueNoteReactions,
  listIssueReactions,
  listMergeRequestReactions,
  listNoteReactions,
} from "../../../shared/api/resources/reactions.ts";
import {
  issueNoteTarget,
  issueTarget,
  listReactions,
  mergeRequestTarget,
  noteTarget,
  type ReactionTarget,
  react,
  removeReaction,
} from "../domain/discussions/reactions.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { type Context, implement } from "../http/implement.ts";
import { toReaction } from "../presenters/note.ts";

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
  implement(listIssueReactions, (input, context) => list(context, issueTarget(context, input))),
  implement(createIssueReaction, (input, context) =>
    create(context, issueTarget(context, input), input.name),
  ),
  implement(deleteIssueReaction, (input, context) =>
    remove(context, issueTarget(context, input), input.award_id),
  ),
  implement(listIssueNoteReactions, (input, context) => list(context, issueNoteTarget(context, input))),
  implement(createIssueNoteReaction, (input, context) =>
    create(context, issueNoteTarget(context, input), input.name),
  ),
  implement(deleteIssueNoteReaction, (input, context) =>
    remove(context, issueNoteTarget(context, input), input.award_id),
  ),
];
