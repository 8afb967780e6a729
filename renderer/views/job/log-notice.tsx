import { CloudOff, TriangleAlert } from "lucide-react";
import type { TraceProblem } from "../../../shared/trace/trace-types.ts";
import { Button } from "../../ui/button.tsx";
import { formatSeconds } from "../../ui/format-time.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./job.module.css";

interface LogNoticeProps {
  readonly problem: TraceProblem;
  /** Seconds since the job was known to be current. */
  readonly age: number;
  readonly onRetry: () => void;
}

/** Explains above a log why reading stopped. */
export function LogNotice({ problem, age, onRetry }: LogNoticeProps) {
  const isOffline = problem.code === "offline" || problem.code === "unavailable";
  return (
    <div className={styles.notice} role="status">
      <Icon of={isOffline ? CloudOff : TriangleAlert} size={14} />
      <span>
        {isOffline
          ? "Offline. This is the stored log"
          : `${problem.message} This is the part of the log that was loaded`}
        {age >= 60 ? `, ${formatSeconds(age)} old.` : "."}
      </span>
      <Button size="s" variant="ghost" onClick={onRetry}>
        Reload log
      </Button>
    </div>
  );
}
