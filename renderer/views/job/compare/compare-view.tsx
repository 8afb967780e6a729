import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceSummary } from "../../../../shared/trace/trace-types.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import { isActiveStatus } from "../../../features/ci/status-style.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { CompareBar } from "./compare-bar.tsx";
import { LogDiffRows } from "./diff-rows.tsx";
import { useLogComparison } from "./use-comparison.ts";
import { useDiffSteps } from "./use-diff-steps.ts";

interface CompareViewProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly trace: OpenTrace;
  readonly summary: TraceSummary;
  readonly rowPx: number;
  /** Scrolls to a line of this job's log, from 0. */
  readonly onGo: (line: number) => void;
  readonly onClose: () => void;
}

/** The log of a job compared with that of its last success: times, durations, hashes and other text of a single run count as equal. */
export function LogComparison({
  account,
  project,
  job,
  trace,
  summary,
  rowPx,
  onGo,
  onClose,
}: CompareViewProps) {
  // A running job is compared up to its last line so far.
  const isLive = !summary.complete && isActiveStatus(job.status);
  const [compared, setCompared] = useState({ round: 0, lines: summary.lines, isLive });
  const isReady = summary.complete || compared.isLive;
  const comparison = useLogComparison(account, project, job, trace, isReady, compared.round);
  const diff = comparison.state === "ready" ? comparison.diff : null;
  const steps = useDiffSteps(diff);
  return (
    <>
      <CompareBar
        {...{ account, project, comparison, steps, onClose }}
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
