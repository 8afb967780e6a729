import type { ChangeKind } from "../../state/pending-changes.ts";
import tones from "../../ui/tone.module.css";
import styles from "./pending-mark.module.css";

const marks = {
  created: { letter: "A", word: "New file", tone: tones.added },
  updated: { letter: "M", word: "Modified", tone: tones.changed },
  mode: { letter: "M", word: "Mode changed", tone: tones.changed },
  moved: { letter: "R", word: "Renamed or moved", tone: tones.changed },
  deleted: { letter: "D", word: "Deleted", tone: tones.removed },
} as const;

/** The letter of a pending change at the end of a row, as in editors; its meaning is its name and tooltip. */
export function PendingMark({ kind }: { readonly kind: ChangeKind | "within" }) {
  if (kind === "within") {
    return (
      <span
        className={styles.dot}
        role="img"
        aria-label="Contains pending changes"
        title="Contains pending changes"
      />
    );
  }
  const { letter, word, tone } = marks[kind];
  const title = `${word}, not committed`;
  return (
    <span
      className={`${styles.mark} ${tone}`}
      data-pending={kind}
      role="img"
      aria-label={title}
      title={title}
    >
      <span aria-hidden>{letter}</span>
    </span>
  );
}
