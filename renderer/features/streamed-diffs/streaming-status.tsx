import { RotateCw } from "lucide-react";
import { describeProblem } from "../../api/describe-problem.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { Spinner } from "../../ui/states/progress.tsx";
import styles from "./streaming-status.module.css";

/** Milliseconds before the progress is shown. */
const statusDelayMs = 300;

interface StreamingStatusProps {
  readonly changes: {
    readonly files: readonly unknown[];
    /** More files are being received. */
    readonly isStreaming: boolean;
    readonly error: unknown;
    readonly refetch: () => void;
  };
  /** Number of files that the service announced. */
  readonly total: string | null | undefined;
}

/** The number of files received while more are streamed; a Retry button where the stream ended early. */
export function StreamingStatus({ changes, total }: StreamingStatusProps) {
  const { isStreaming, error, files, refetch } = changes;
  const isLate = useHasLasted(isStreaming, statusDelayMs);
  const count = Number(total);
  const of = count > 0 ? ` of ${count.toLocaleString()}` : "";
  const loaded = `${files.length.toLocaleString()}${of} files`;
  if (isLate) {
    return (
      <span className={styles.status}>
        <Spinner size={12} /> {loaded} loaded
      </span>
    );
  }
  if (!error || isStreaming || files.length === 0) return null;
  return (
    <span className={styles.status} role="alert">
      Only {loaded} loaded. {describeProblem(error).message}
      <Button size="s" icon={RotateCw} onClick={refetch}>
        Load more
      </Button>
    </span>
  );
}
