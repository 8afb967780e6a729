import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import { ServiceMarkdown } from "../markdown/service-markdown.tsx";
import styles from "./people.module.css";

interface StatusTextProps {
  /** Name of the emoji, without colons. */
  readonly emoji: string;
  /** Markdown, with emoji codes. */
  readonly message: string;
}

/** A status as others see it. */
export function StatusText({ emoji, message }: StatusTextProps) {
  const table = useEmoji(true);
  const named = (name: string) => (table ? emojiNamed(table.byName, name) : null) ?? `:${name}:`;
  return (
    <div className={styles.status}>
      <span className={styles.emoji}>{named(emoji)}</span>
      {message ? <ServiceMarkdown text={message} scope={{ account: null, project: null }} /> : null}
    </div>
  );
}
