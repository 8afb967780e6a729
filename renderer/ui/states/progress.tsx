import type { Optional } from "../../../shared/optional.ts";
import { cx } from "../theme/class-names.ts";
import styles from "./progress.module.css";

interface ProgressBarProps
  extends Optional<{
    className: string;
  }> {
  /** Name of the operation. */
  readonly label: string;
  /** 0 to 1; null where the size is not known. */
  readonly value: number | null;
}

export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={percent === null ? undefined : `${percent}%`}
      aria-label={label}
      className={cx(styles.track, percent === null && styles.unknown, className)}
    >
      <div className={styles.bar} style={percent === null ? undefined : { width: `${percent}%` }} />
    </div>
  );
}

/** A small turning ring. With a label it is a status of its own; without one it only decorates. */
export function Spinner({ size = 16, label }: { readonly size?: number; readonly label?: string }) {
  const style = { width: size, height: size };
  if (!label) return <span className={styles.spinner} style={style} aria-hidden />;
  return <output className={styles.spinner} style={style} aria-label={label} />;
}
