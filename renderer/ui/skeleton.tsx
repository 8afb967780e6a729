import styles from "./skeleton.module.css";

export interface SkeletonProps {
  readonly width?: number | string;
  readonly height?: number;
  /** Several rows of text-like lengths. */
  readonly lines?: number;
  /** Name of the content, for assistive technology. */
  readonly label?: string;
}

const lengths = ["92%", "78%", "85%", "64%", "88%", "71%"];

/** A placeholder for loading content, shown only after 150 ms. */
export function Skeleton({ width, height = 14, lines = 1, label = "Loading" }: SkeletonProps) {
  const rows = Array.from({ length: lines }, (_, index) => ({
    id: `line-${index}`,
    width: width ?? (lines === 1 ? "100%" : lengths[index % lengths.length]),
  }));
  return (
    <div className={styles.lines} role="status" aria-label={label} aria-busy="true">
      {rows.map((row) => (
        <span key={row.id} className={styles.bone} style={{ width: row.width, height }} />
      ))}
    </div>
  );
}
