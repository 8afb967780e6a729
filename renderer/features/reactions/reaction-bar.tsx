import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { EmojiPicker } from "../../ui/emoji/emoji-grid.tsx";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import { useSubmitBlock } from "../../ui/forms/destination.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import { formatNames, type GivenReaction, groupReactions } from "./group-reactions.ts";
import styles from "./reactions.module.css";
import type { Reactions } from "./use-reactions.ts";

interface ReactionBarProps {
  readonly label: string;
  readonly reactions: readonly GivenReaction[];
  readonly onAdd: (name: string) => void;
  readonly onRemove: (id: number) => void;
}

/** Reactions with their count and names; each is a toggle of the reader's own. */
export function ReactionBar({ label, reactions, onAdd, onRemove }: ReactionBarProps) {
  const table = useEmoji(reactions.length > 0);
  const block = useSubmitBlock({});
  return (
    <ul className={styles.bar} aria-label={label}>
      {groupReactions(reactions).map(({ name, count, people, mine }) => (
        <li key={name}>
          <Tooltip
            content={`${formatNames(people)} reacted with :${name}:${block === null ? "" : `. ${block}`}`}
          >
            <button
              type="button"
              className={styles.chip}
              aria-pressed={mine !== null}
              aria-label={`${name}: ${count}, ${formatNames(people)}`}
              aria-disabled={block !== null || undefined}
              aria-description={block ?? undefined}
              onClick={() => {
                if (block === null) mine === null ? onAdd(name) : onRemove(mine);
              }}
            >
              <span className={styles.sign}>
                {table ? (emojiNamed(table.byName, name) ?? `:${name}:`) : "·"}
              </span>
              {count}
            </button>
          </Tooltip>
        </li>
      ))}
      <li>
        <EmojiPicker writes label="Add reaction" onChoose={onAdd} />
      </li>
    </ul>
  );
}

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
  return <EmojiPicker writes label="Add reaction" align="end" onChoose={reactions.add} />;
}
