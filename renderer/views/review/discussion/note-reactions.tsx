import { useContext } from "react";
import { useAccountId } from "../../../api/account-context.ts";
import { ReactionBar } from "../../../features/reactions/reaction-bar.tsx";
import { type Reactions, useReactions } from "../../../features/reactions/use-reactions.ts";
import { EmojiPicker } from "../../../ui/emoji/emoji-picker.tsx";
import { ReviewContext } from "../review-context.ts";

/** Reactions to the merge request itself; nothing where the service has none. */
export function MergeRequestReactions() {
  const { project, iid, me } = useContext(ReviewContext);
  const account = useAccountId();
  const { available, list, add, remove } = useReactions({ account, project, iid, note: null }, me, true);
  if (!available) return null;
  return <ReactionBar label="Reactions" reactions={list} onAdd={add} onRemove={remove} />;
}

/** Reactions under a comment; nothing until somebody reacts. */
export function NoteReactionBar({ reactions }: { readonly reactions: Reactions }) {
  const { list, add, remove } = reactions;
  if (list.length === 0) return null;
  return <ReactionBar label="Reactions to the comment" reactions={list} onAdd={add} onRemove={remove} />;
}

/** Begins the reactions of a comment that has none. */
export function FirstReaction({ reactions }: { readonly reactions: Reactions }) {
  if (!reactions.available || reactions.list.length > 0) return null;
  return <EmojiPicker label="Add reaction" align="end" onChoose={reactions.add} />;
}
