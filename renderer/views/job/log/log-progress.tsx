import type { TraceSummary } from "../../../../shared/trace/trace-types.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { useHasLasted } from "../../../ui/use-settled.ts";
import styles from "../job.module.css";

/** Milliseconds before the progress is shown. */
const delayMs = 300;

interface LogProgressProps {
  readonly summary: TraceSummary;
  readonly isLive: boolean;
  /** Bytes of the whole log, as far as they are known. */
  readonly size: number;
}

/** Progress of reading a log that is already complete on the service. */
export function LogProgress({ summary, isLive, size }: LogProgressProps) {
  const isReading = !isLive && !summary.complete && summary.problem === null;
  const isLate = useHasLasted(isReading, delayMs);
  if (!isLate) return null;
  return (
    <ProgressBar
      className={styles.progress}
      label={`Loading the log: ${formatBytes(summary.bytes)}${size > summary.bytes ? ` of ${formatBytes(size)}` : ""}`}
      value={size > summary.bytes ? summary.bytes / size : null}
    />
  );
}
