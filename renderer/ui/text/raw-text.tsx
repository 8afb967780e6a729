import { TriangleAlert } from "lucide-react";
import { Icon } from "../marks/icon.tsx";
import styles from "./raw-text.module.css";

interface RawTextProps {
  /** Document that could not be rendered, such as "The notebook". */
  readonly what: string;
  readonly text: string;
  readonly reason: string;
}

/** Characters that are shown: the file itself can be read as source. */
const maxCharacters = 200_000;

/** The text of a document that could not be drawn, with the reason above it. */
export function RawText({ what, text, reason }: RawTextProps) {
  return (
    <section className={styles.frame} aria-label={`${what} as text`}>
      <div className={styles.notice} role="note">
        <Icon of={TriangleAlert} size={14} />
        <span>
          {what} could not be rendered, so its text is shown instead. {reason}
          {text.length > maxCharacters
            ? ` These are its first ${maxCharacters.toLocaleString()} characters.`
            : ""}
        </span>
      </div>
      <pre {...focusable} className={styles.text}>
        {text.slice(0, maxCharacters)}
      </pre>
    </section>
  );
}

const focusable = { tabIndex: 0 };

/** A thrown value as a sentence. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
