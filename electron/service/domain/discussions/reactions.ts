import type { ServiceStore } from "../../service-store.ts";
import { findNote } from "../../store/review/notes.ts";
import {
  addReaction,
  deleteReaction,
  listReactionRows,
  type Reaction,
  type ReactionParent,
} from "../../store/review/reactions.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { isEmojiName } from "../emoji-names.ts";
import { requireIssue } from "../issues/require-issue.ts";
import { requireMergeRequest } from "../merge-requests/require-merge-request.ts";
import { badParameter, forbidden, notFound } from "../refusal.ts";

/** Note, or parent of notes, with reactions. */
export interface ReactionTarget {
  readonly type: ReactionParent;
  readonly id: number;
}

/** A reaction with what it is to and who reacted. */
export interface ReactionDetails {
  readonly reaction: Reaction;
  readonly target: ReactionTarget;
  readonly user: User | null;
}

/** Names of emoji that the library lacks. */
const aliases: Readonly<Record<string, string>> = { thumbsup: "+1", thumbsdown: "-1" };

interface OfMergeRequest {
  readonly id: string | number;
  readonly merge_request_iid: number;
}

/** Returns a merge request as the target of reactions. Throws `notFound` and `forbidden`. */
export function mergeRequestTarget(caller: Caller, input: OfMergeRequest): ReactionTarget {
  const { mergeRequest } = requireMergeRequest(caller, input.id, input.merge_request_iid);
  return { type: "MergeRequest", id: mergeRequest.id };
}

/** Returns a merge request's note as the target of reactions. Throws `notFound`, also for system notes, and `forbidden`. */
export function noteTarget(
  caller: Caller,
  input: OfMergeRequest & { readonly note_id: number },
): ReactionTarget {
  const { mergeRequest } = requireMergeRequest(caller, input.id, input.merge_request_iid);
  const note = findNote(caller.store, "MergeRequest", mergeRequest.id, input.note_id);
  if (!note || note.system) throw notFound();
  return { type: "Note", id: note.id };
}

interface OfIssue {
  readonly id: string | number;
  readonly issue_iid: number;
}

/** Returns an issue as the target of reactions. Throws `notFound`. */
export const issueTarget = (caller: Caller, input: OfIssue): ReactionTarget => ({
  type: "Issue",
  id: requireIssue(caller, input.id, input.issue_iid).issue.id,
});

/** Returns an issue's note as the target of reactions. Throws `notFound`, also for system notes. */
export function issueNoteTarget(
  caller: Caller,
  input: OfIssue & { readonly note_id: number },
): ReactionTarget {
  const { issue } = requireIssue(caller, input.id, input.issue_iid);
  const note = findNote(caller.store, "Issue", issue.id, input.note_id);
  if (!note || note.system) throw notFound();
  return { type: "Note", id: note.id };
}

/** Returns a reaction with its user. */
export const describeReaction = (
  store: ServiceStore,
  target: ReactionTarget,
  reaction: Reaction,
): ReactionDetails => ({ reaction, target, user: findUser(store, reaction.userId) });

/** Returns the reactions to something. */
export const listReactions = ({ store }: Caller, target: ReactionTarget): ReactionDetails[] =>
  listReactionRows(store, target.type, target.id).map((row) => describeReaction(store, target, row));

/** Adds the caller's reaction. Throws `unauthorized` without a token, and `badParameter` for an unknown emoji. */
export async function react(caller: Caller, target: ReactionTarget, name: string): Promise<ReactionDetails> {
  const { id: userId } = requireCaller(caller);
  if (!(await isEmojiName(aliases[name] ?? name))) throw badParameter("name", "is invalid");
  const { store } = caller;
  return describeReaction(store, target, addReaction(store, target.type, target.id, userId, name));
}

/** Deletes a reaction. Throws `notFound`, and `forbidden` unless it is the caller's or the caller is an administrator. */
export function removeReaction({ store, user }: Caller, { type, id }: ReactionTarget, awardId: number): void {
  const row = listReactionRows(store, type, id).find((each) => each.id === awardId);
  if (!row) throw notFound();
  if (row.userId !== user?.id && !user?.isAdmin) throw forbidden();
  deleteReaction(store, row.id);
}
