import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, GitCompareArrows } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { getJob, listJobs } from "../../../../shared/api/resources/jobs.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import type { TraceSummary } from "../../../../shared/trace-types.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation, requestOperation } from "../../../api/fetch-operation.ts";
import type { LineReader, TraceDiff } from "../../../api/traces/line-reader.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";
import { type Command, useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button, Link } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import tones from "../../../ui/theme/tone.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import type { Findings } from "../findings/findings-panel.tsx";
import { StepButtons } from "../log/step-buttons.tsx";
import styles from "./log-comparison.module.css";
import { type DiffSteps, LogDiffRows, useDiffSteps } from "./trace-diff-rows.tsx";

interface CompareViewProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  /** Job that it is compared with; null for the last success. */
  readonly comparedWith: number | null;
  readonly trace: LineReader;
  readonly summary: TraceSummary;
  readonly findings: Findings;
  readonly rowPx: number;
  /** Scrolls to a line of this job's log, from 0. */
  readonly onGo: (line: number) => void;
  readonly onClose: () => void;
}

/** The log of a job compared with that of its last success, or of a chosen job: times, durations, hashes and other text of a single run count as equal. */
export function LogComparison({
  account,
  project,
  job,
  comparedWith,
  trace,
  summary,
  findings,
  rowPx,
  onGo,
  onClose,
}: CompareViewProps) {
  // A running job is compared up to its last line so far.
  const isLive = !summary.complete && isActiveStatus(job.status);
  const [compared, setCompared] = useState({ round: 0, lines: summary.lines, isLive });
  const isReady = summary.complete || compared.isLive;
  const scope = { account, project, job, comparedWith };
  const comparison = useLogComparison(scope, trace, isReady, compared.round);
  const diff = comparison.state === "ready" ? comparison.diff : null;
  const isKnown = findings.isSettled || compared.isLive;
  const errors = useMemo(
    () => (isKnown ? findings.list.flatMap(({ kind, line }) => (kind === "error" ? [line] : [])) : null),
    [isKnown, findings.list],
  );
  const steps = useDiffSteps(diff, errors);
  return (
    <>
      <CompareBar
        {...{ account, project, comparison, steps, onClose }}
        isOfSuccess={comparedWith === null}
        added={compared.isLive ? summary.lines - compared.lines : 0}
        onAgain={() => setCompared(({ round }) => ({ round: round + 1, lines: summary.lines, isLive }))}
      />
      <div className={flow.viewport}>
        {comparison.state === "none" ? (
          <EmptyState
            icon={GitCompareArrows}
            title="No earlier success"
            description={`${job.name} has not passed before on ${job.ref ?? "this branch"} or on the default branch, as far back as Helve searched.`}
          />
        ) : comparison.state === "failed" ? (
          <ErrorState
            {...describeProblem(comparison.error)}
            compact
            title="The logs could not be compared"
            onRetry={comparison.retry}
          />
        ) : comparison.state === "loading" ? (
          <div className={layout.progress}>
            <ProgressBar label="Comparing the logs" value={comparison.share} />
          </div>
        ) : comparison.diff.added + comparison.diff.removed === 0 ? (
          <EmptyState
            icon={GitCompareArrows}
            title="No differences"
            description={`The log is the same as that of job #${comparison.other.id}. Times, durations, speeds, progress bars, hashes, ids, ports and temporary paths are not compared.`}
          />
        ) : (
          <LogDiffRows
            diff={comparison.diff}
            lines={summary.lines + Math.max(0, comparison.diff.removed - comparison.diff.added)}
            steps={steps}
            rowPx={rowPx}
            onGo={onGo}
          />
        )}
      </div>
    </>
  );
}

interface CompareBarProps {
  readonly account: string;
  readonly project: string;
  readonly comparison: LogComparisonState;
  /** Whether the other job is the last success, rather than a chosen one. */
  readonly isOfSuccess: boolean;
  readonly steps: DiffSteps;
  /** Lines printed since the comparison. */
  readonly added: number;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The compared job, the number of differences, and buttons to step through them. */
function CompareBar(props: CompareBarProps) {
  const { account, project, comparison, steps, added } = props;
  const other = comparison.state === "ready" || comparison.state === "loading" ? comparison.other : null;
  const diff = comparison.state === "ready" ? comparison.diff : null;
  const hasChanges = diff !== null && diff.added + diff.removed > 0;
  useChangeKeys(steps.step, hasChanges);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Comparison">
      <Button size="s" variant="ghost" icon={ArrowLeft} onClick={props.onClose}>
        Log
      </Button>
      <span className={cx(flow.growText, layout.ellipsis, styles.other)}>
        {props.isOfSuccess ? "Compared with the last success" : "Compared with"}
        {other ? (
          <>
            {" "}
            <Link asChild>
              <AppLink href={hrefs.job(account, project, other.id)}>#{other.id}</AppLink>
            </Link>{" "}
            on {other.ref}
            {other.finished_at ? (
              <>
                , <RelativeTime time={other.finished_at} />
              </>
            ) : null}
          </>
        ) : null}
      </span>
      {diff ? (
        <output className={styles.counts}>
          <span className={tones.added}>+{diff.added.toLocaleString("en")}</span>{" "}
          <span className={tones.removed}>−{diff.removed.toLocaleString("en")}</span>
          {diff.cut ? " · only the beginning of the logs" : ""}
        </output>
      ) : null}
      {added > 0 ? (
        <Button size="s" onClick={props.onAgain}>
          Compare again
        </Button>
      ) : null}
      {hasChanges ? <StepButtons of="change" onStep={steps.step} /> : null}
    </div>
  );
}

const none: readonly Command[] = [];

function useChangeKeys(step: DiffSteps["step"], isOn: boolean): void {
  const latest = useRef(step);
  latest.current = step;
  const commands = useMemo(() => {
    const command = (direction: 1 | -1): Command => ({
      id: direction === 1 ? "log.next-change" : "log.previous-change",
      title: direction === 1 ? "Next change" : "Previous change",
      section: "Log",
      run: () => latest.current(direction),
    });
    return [command(1), command(-1)];
  }, []);
  useRegisterCommands(isOn ? commands : none);
}

type LogComparisonState =
  /** `share` of the logs read, 0 to 1. */
  | { readonly state: "loading"; readonly share: number | null; readonly other: Job | null }
  | { readonly state: "none" }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void }
  | { readonly state: "ready"; readonly diff: TraceDiff; readonly other: Job };

interface Compared {
  readonly diff: TraceDiff | null;
  readonly share: number | null;
  readonly error: unknown;
}

const begun: Compared = { diff: null, share: null, error: null };

interface ComparedLogs {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly comparedWith: number | null;
}

/** Compares a log with that of another job, once `isReady`. A new `round` compares again. */
function useLogComparison(
  { account, project, job, comparedWith }: ComparedLogs,
  trace: LineReader,
  isReady: boolean,
  round: number,
): LogComparisonState {
  const last = useLastSuccess(account, project, comparedWith === null ? job : null);
  const chosen = useOperation(getJob, comparedWith === null ? null : { id: project, job_id: comparedWith });
  const success = comparedWith === null ? last : chosen;
  const other = success.data ?? null;
  const otherId = other?.id;
  const [compared, setCompared] = useState(begun);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared anew on request
  useEffect(() => {
    setCompared(begun);
    if (otherId === undefined || !isReady) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Compared) => signal.aborted || setCompared(next);
    trace
      .compare(
        { accountId: account, project, jobId: otherId },
        {
          onProgress: (share) => show({ diff: null, share, error: null }),
          // A page may be open for longer than the host holds a comparison.
          onEnded: () => signal.aborted || setAttempt((count) => count + 1),
        },
        signal,
      )
      .then(
        (diff) => show({ diff, share: 1, error: null }),
        (error: unknown) => show({ diff: null, share: null, error }),
      );
    return () => controller.abort();
  }, [trace, account, project, otherId, isReady, round, attempt]);
  if (success.error) {
    return { state: "failed", error: success.error, retry: () => void success.refetch() };
  }
  if (success.data === null) return { state: "none" };
  if (compared.error) {
    return { state: "failed", error: compared.error, retry: () => setAttempt((count) => count + 1) };
  }
  if (!compared.diff || !other) return { state: "loading", share: compared.share, other };
  return { state: "ready", diff: compared.diff, other };
}

/** Finds the last success of the same job before it; data is null where there is none. Without a job nothing is read. */
function useLastSuccess(account: string, project: string, job: Job | null) {
  return useQuery({
    queryKey: ["last-success", account, project, job?.id],
    enabled: job !== null,
    queryFn: async ({ signal }) => {
      const { default_branch } = await fetchOperation(account, getProject, { id: project }, signal);
      if (job === null) return null;
      return findLastSuccess(job, default_branch ?? null, async (page) => {
        const input = { id: project, scope: ["success" as const], per_page: 100, page };
        const { data, paging } = await requestOperation(account, listJobs, input, { signal });
        return { jobs: data, hasMore: paging.nextPage !== null };
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: ["jobs"] },
  });
}

type SuccessfulJob = Pick<Job, "id" | "name" | "ref" | "finished_at">;

/** A page of a project's successful jobs, newest first. */
interface JobsPage<J extends SuccessfulJob> {
  readonly jobs: readonly J[];
  readonly hasMore: boolean;
}

/** Pages of jobs searched at most. */
export const maxSuccessPages = 10;

/**
 * Returns the newest successful job of the same name before a job: on its own branch or tag, else on the default branch.
 * Null where there is none within {@link maxSuccessPages} pages.
 */
export async function findLastSuccess<J extends SuccessfulJob>(
  job: Pick<Job, "id" | "name" | "ref">,
  defaultBranch: string | null,
  readPage: (page: number) => Promise<JobsPage<J>>,
): Promise<J | null> {
  let onDefault: J | null = null;
  for (let page = 1; page <= maxSuccessPages; page++) {
    const { jobs, hasMore } = await readPage(page);
    const before = jobs.filter(({ id, name }) => id < job.id && name === job.name);
    const same = before.find(({ ref }) => ref === job.ref);
    if (same) return same;
    onDefault ??= before.find(({ ref }) => ref === defaultBranch) ?? null;
    if (!hasMore) break;
  }
  return onDefault;
}
