import { useState } from "react";
import { Tooltip } from "../overlays/tooltip.tsx";
import styles from "./long-title.module.css";

/** Characters of a title that have room in two lines of a narrow window. */
const maxUncutLength = 40;

/** The text of a heading. Two lines of a long one are shown: all of it on hover and focus, and once it is clicked. */
export function LongTitle({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= maxUncutLength) return <bdi>{text}</bdi>;
  const toggle = (
    <button type="button" className={styles.title} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      <bdi className={isWhole ? undefined : styles.cut}>{text}</bdi>
    </button>
  );
  return isWhole ? toggle : <Tooltip content={text}>{toggle}</Tooltip>;
}
