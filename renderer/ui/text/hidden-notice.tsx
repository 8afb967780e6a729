import { EyeOff } from "lucide-react";
import { Button } from "../buttons/button.tsx";
import { Icon } from "../marks/icon.tsx";
import tones from "../theme/tone.module.css";
import styles from "./hidden-notice.module.css";

interface HiddenNoticeProps {
  /** Lines with hidden characters. */
  readonly count: number;
  /** Numbers of the first of them. */
  readonly lines: readonly number[];
  readonly onLine: (line: number) => void;
}

/** Warning above a text about invisible characters and those that reorder it. */
export function HiddenNotice({ count, lines, onLine }: HiddenNoticeProps) {
  if (count === 0) return null;
  return (
    <div className={styles.notice} role="note" aria-label="Hidden characters">
      <Icon of={EyeOff} size={14} className={tones.warning} />
      <span>
        {count === 1 ? "1 line has" : `${count} lines have`} invisible or bidirectional characters, which can
        make text look different from what it is. They are shown as marks.
      </span>
      <span className={styles.lines}>
        {lines.slice(0, 5).map((line) => (
          <Button key={line} size="s" variant="ghost" onClick={() => onLine(line)}>
            Line {line}
          </Button>
        ))}
      </span>
    </div>
  );
}
