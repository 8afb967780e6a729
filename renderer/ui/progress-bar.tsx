import { Progress } from "radix-ui";
import { cx } from "./class-names.ts";
import styles from "./progress-bar.module.css";

export interface ProgressBarProps {
  /** Name of the operation. */
  readonly label: string;
  /** 0 to 1; null where the size is not known. */
  readonly value: number | null;
  readonly className?: string;
}

export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Progress.Root
      value={percent}
      max={100}
      aria-label={label}
      className={cx(styles.track, percent === null && styles.unknown, className)}
    >
      <Progress.Indicator
        className={styles.bar}
        {...(percent === null ? {} : { style: { width: `${percent}%` } })}
      />
    </Progress.Root>
  );
}
