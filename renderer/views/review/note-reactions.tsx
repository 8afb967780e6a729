import { EmojiPicker } from "../../ui/emoji/emoji-picker.tsx";
import { ReactionBar } from "../../ui/reactions/reaction-bar.tsx";
import { useReactions } from "./use-reactions.ts";

/** Reactions to the merge request itself; nothing where the service has none. */
export function MergeRequestReactions() {
  const { available, list, add, remove } = useReactions(null, true);
  if (!available) return null;
  return <ReactionBar label="Reactions" reactions={list} onAdd={add} onRemove={remove} />;
}

type NoteReactions = ReturnType<typeof useReactions>;

/** Reactions under a comment; nothing until somebody reacts. */
export function NoteReactionBar({ reactions }: { readonly reactions: NoteReactions }) {
  const { list, add, remove } = reactions;
  if (list.length === 0) return null;
  return <ReactionBar label="Reactions to the comment" reactions={list} onAdd={add} onRemove={remove} />;
}

/** Begins the reactions of a comment that has none. */
export function FirstReaction({ reactions }: { readonly reactions: NoteReactions }) {
  if (!reactions.available || reactions.list.length > 0) return null;
  return <EmojiPicker label="Add reaction" align="end" onChoose={reactions.add} />;
}
