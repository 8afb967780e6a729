import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { EmojiPicker } from "../../ui/emoji/emoji-picker.tsx";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { formatNames, type GivenReaction, groupReactions } from "./group-reactions.ts";
import styles from "./reactions.module.css";

interface ReactionBarProps {
  readonly label: string;
  readonly reactions: readonly GivenReaction[];
  readonly onAdd: (name: string) => void;
  readonly onRemove: (id: number) => void;
}

/** Reactions with their count and names; each is a toggle of the reader's own. */
export function ReactionBar({ label, reactions, onAdd, onRemove }: ReactionBarProps) {
  const table = useEmoji(reactions.length > 0);
  return (
    <ul className={styles.bar} aria-label={label}>
      {groupReactions(reactions).map(({ name, count, people, mine }) => (
        <li key={name}>
          <Tooltip content={`${formatNames(people)} reacted with :${name}:`}>
            <button
              type="button"
              className={styles.chip}
              aria-pressed={mine !== null}
              aria-label={`${name}: ${count}, ${formatNames(people)}`}
              onClick={() => (mine === null ? onAdd(name) : onRemove(mine))}
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
        <EmojiPicker label="Add reaction" onChoose={onAdd} />
      </li>
    </ul>
  );
}
