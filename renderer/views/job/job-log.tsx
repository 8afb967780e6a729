import { useEffect } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { isActiveStatus } from "../../features/ci/status-style.ts";
import flow from "../../ui/flow.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTrace } from "./log/use-trace.ts";
import { LogProblem } from "./log-problem.tsx";
import { NoLog } from "./no-log.tsx";
import { Workbench } from "./workbench.tsx";

const withoutLog = new Set(["created", "pending", "manual", "skipped", "scheduled", "waiting_for_resource"]);

interface JobLogProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  /** Seconds since the job was known to be current. */
  readonly age: number;
  /** The log has ended: the job has another state now. */
  readonly onEnded: () => void;
}

/** The log of a job, or why there is none. */
export function JobLog({ account, project, job, age, onEnded }: JobLogProps) {
  const isExpected = !job.erased_at && !withoutLog.has(job.status);
  const { trace, summary, retry } = useTrace(account, project, job.id, isExpected);
  const isActive = isActiveStatus(job.status);
  const isComplete = summary?.complete ?? false;
  useEffect(() => {
    if (isComplete && isActive) onEnded();
  }, [isComplete, isActive, onEnded]);
  if (!isExpected) return <NoLog {...{ project, job }} />;
  if (trace && summary && summary.lines > 0) {
    return <Workbench {...{ account, project, job, age, trace, summary }} onRetry={retry} />;
  }
  if (summary?.problem && summary.problem.code !== "not_found") {
    return <LogProblem problem={summary.problem} onRetry={retry} />;
  }
  if (summary && (summary.problem || summary.complete || isActive)) return <NoLog {...{ project, job }} />;
  return (
    <div className={flow.roomy}>
      <Skeleton lines={14} height={14} label="Loading the log" />
    </div>
  );
}
