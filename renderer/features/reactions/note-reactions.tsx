import { EmojiPicker } from "../../ui/emoji/emoji-picker.tsx";
import { ReactionBar } from "./reaction-bar.tsx";
import type { Reactions } from "./use-reactions.ts";

interface NoteReactionsProps {
  readonly reactions: Reactions;
}

/** Reactions below a comment; nothing while there are none. */
export function NoteReactionBar({ reactions: { list, add, remove } }: NoteReactionsProps) {
  if (list.length === 0) return null;
  return <ReactionBar label="Reactions to the comment" reactions={list} onAdd={add} onRemove={remove} />;
}

/** Adds the first reaction to a comment that has none. */
export function FirstReaction({ reactions }: NoteReactionsProps) {
  if (!reactions.available || reactions.list.length > 0) return null;
  return <EmojiPicker label="Add reaction" align="end" onChoose={reactions.add} />;
}
