import { useEffect } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import jobPage from "../../features/ci/job-page.module.css";
import { isActiveStatus } from "../../features/ci/status-style.ts";
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
  const { trace, facts, retry } = useTrace(account, project, job.id, isExpected);
  const isActive = isActiveStatus(job.status);
  const isComplete = facts?.complete ?? false;
  useEffect(() => {
    if (isComplete && isActive) onEnded();
  }, [isComplete, isActive, onEnded]);
  if (!isExpected) return <NoLog {...{ project, job }} />;
  if (trace && facts && facts.lines > 0) {
    return <Workbench {...{ account, project, job, age, trace, facts }} onRetry={retry} />;
  }
  if (facts?.problem && facts.problem.code !== "not_found") {
    return <LogProblem problem={facts.problem} onRetry={retry} />;
  }
  if (facts && (facts.problem || facts.complete || isActive)) return <NoLog {...{ project, job }} />;
  return (
    <div className={jobPage.loading}>
      <Skeleton lines={14} height={14} label="Loading the log" />
    </div>
  );
}
