import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { hrefs } from "../addresses/hrefs.ts";
import { useGo } from "../addresses/use-go.ts";
import styles from "./people.module.css";

interface StatusTextProps {
  /** Name of the emoji, without colons. */
  readonly emoji: string;
  /** Markdown, with emoji codes. */
  readonly message: string;
}

/** A status as others see it. */
export function StatusText({ emoji, message }: StatusTextProps) {
  const go = useGo();
  const table = useEmoji(true);
  const named = (name: string) => (table ? emojiNamed(table.byName, name) : null) ?? `:${name}:`;
  const text = message.replace(/:([\w+-]+):/g, (_, name: string) => named(name));
  return (
    <div className={styles.status}>
      <span className={styles.emoji}>{named(emoji)}</span>
      {text ? (
        <Markdown
          text={text}
          render={renderInWorker}
          folder=""
          linkTo={() => hrefs.home}
          imageUrl={() => ""}
          onNavigate={go}
        />
      ) : null}
    </div>
  );
}
