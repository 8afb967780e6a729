import { useParams } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { TraceProblem, TraceSummary } from "../../../shared/trace-types.ts";
import { type LineReader, openLineReader } from "../../api/traces/line-reader.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import { isActiveStatus } from "../../features/ci/ci-status.tsx";
import jobPage from "../../features/ci/job-page.module.css";
import { JobHeader, UnreadJobPage } from "../../features/ci/job-page.tsx";
import { useJob } from "../../features/ci/use-jobs.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./job.module.css";
import { NoLog } from "./no-log.tsx";
import { Workbench } from "./workbench.tsx";

/** One job: its state, actions and log. */
export function JobView() {
  const { account, project, job: number } = useParams({ from: "/a/$account/p/$project/jobs/$job" });
  const job = useJob(project, Number(number));
  const { refetch } = job;
  const [tools, setTools] = useState<HTMLElement | null>(null);
  useRouteName(job.data && `${job.data.name} #${job.data.id}`);
  if (!job.data) {
    return <UnreadJobPage {...{ account, project }} job={Number(number)} current="log" result={job} />;
  }
  return (
    <div className={cx(layout.page, jobPage.page)}>
      <JobHeader
        key={job.data.id}
        account={account}
        project={project}
        job={job.data}
        current="log"
        tools={<div ref={setTools} className={styles.slot} />}
      />
      <div className={flow.viewport}>
        <JobLog
          key={`${account} ${project} ${job.data.id}`}
          {...{ account, project }}
          job={job.data}
          age={job.response?.age ?? 0}
          tools={tools}
          onEnded={refetch}
        />
      </div>
    </div>
  );
}

const withoutLog = new Set(["created", "pending", "manual", "skipped", "scheduled", "waiting_for_resource"]);

interface JobLogProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  /** Seconds since the job was known to be current. */
  readonly age: number;
  /** Element of the page's head for the tools of the log; null before it is drawn. */
  readonly tools: HTMLElement | null;
  /** The log has ended: the job has another state now. */
  readonly onEnded: () => void;
}

/** The log of a job, or why there is none. */
function JobLog({ account, project, job, age, tools, onEnded }: JobLogProps) {
  const isExpected = !job.erased_at && !withoutLog.has(job.status);
  const { trace, summary, retry } = useTrace(account, project, job.id, isExpected);
  const isActive = isActiveStatus(job.status);
  const isComplete = summary?.complete ?? false;
  useEffect(() => {
    if (isComplete && isActive) onEnded();
  }, [isComplete, isActive, onEnded]);
  if (!isExpected) return <NoLog {...{ project, job }} />;
  if (trace && summary && summary.lines > 0) {
    return <Workbench {...{ account, project, job, age, trace, summary, tools }} onRetry={retry} />;
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

interface LogProblemProps {
  readonly problem: TraceProblem;
  readonly onRetry: () => void;
}

const refused = { kind: "forbidden", title: "You cannot read this log" } as const;
const looks = new Map<string, { readonly kind: "forbidden" | "offline"; readonly title: string }>([
  ["offline", { kind: "offline", title: "Offline" }],
  ["forbidden", refused],
  ["unauthorized", refused],
]);

/** Explains why no line of a log could be read. */
export function LogProblem({ problem, onRetry }: LogProblemProps) {
  const { kind, title } = looks.get(problem.code) ?? { kind: "error", title: "The log could not be loaded" };
  const { message, detail } = problem;
  return <ErrorState {...{ kind, title, message, detail, onRetry }} />;
}

interface OpenedTrace {
  readonly trace: LineReader | null;
  /** Null until the host has sent a first update. */
  readonly summary: TraceSummary | null;
  readonly retry: () => void;
}

const noSubscription = () => () => undefined;
const noSummary = () => null;

/** Opens the trace of a job while `wanted`, and subscribes to it. */
function useTrace(accountId: string, project: string, jobId: number, wanted: boolean): OpenedTrace {
  const [attempt, setAttempt] = useState(0);
  const [trace, setTrace] = useState<LineReader | null>(null);
  // Before the first paint: lines that were prefetched are in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed trace is reopened on request
  useLayoutEffect(() => {
    if (!wanted) return;
    const opened = openLineReader({ accountId, project, jobId });
    setTrace(opened);
    return () => {
      opened.close();
      setTrace(null);
    };
  }, [accountId, project, jobId, wanted, attempt]);
  const summary = useSyncExternalStore(trace?.subscribe ?? noSubscription, trace?.summary ?? noSummary);
  return useMemo(() => ({ trace, summary, retry: () => setAttempt((count) => count + 1) }), [trace, summary]);
}
