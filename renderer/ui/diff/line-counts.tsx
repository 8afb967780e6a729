import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import tones from "../theme/tone.module.css";
import styles from "./line-counts.module.css";

interface LineCountsProps {
  readonly added: number;
  readonly removed: number;
}

/** Made once: to make one takes longer than all else of a file's head. */
const number = new Intl.NumberFormat();

const lines = (count: number) => `${count} ${count === 1 ? "line" : "lines"}`;

/** Lines added and removed, as numbers with their signs; nothing where there are none, as in a binary file. */
export function LineCounts({ added, removed }: LineCountsProps) {
  if (added + removed === 0) return null;
  return (
    <span className={styles.counts}>
      <span className={tones.added}>
        <span aria-hidden>+{number.format(added)}</span>
        <VisuallyHidden>{lines(added)} added</VisuallyHidden>
      </span>
      <span className={tones.removed}>
        <span aria-hidden>−{number.format(removed)}</span>
        <VisuallyHidden>{lines(removed)} removed</VisuallyHidden>
      </span>
    </span>
  );
}
