import styles from "./changes.module.css";

interface ViewedProgressProps {
  readonly done: number;
  readonly files: number;
}

/** The number of viewed files of a change. */
export function ViewedProgress({ done, files }: ViewedProgressProps) {
  const percent = files === 0 ? 0 : (done / files) * 100;
  return (
    <>
      <span
        className={styles.track}
        role="progressbar"
        aria-label="Files viewed"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={files}
      >
        <span className={styles.fill} style={{ display: "block", width: `${percent}%` }} />
      </span>
      {done.toLocaleString()} of {files.toLocaleString()} viewed
    </>
  );
}
