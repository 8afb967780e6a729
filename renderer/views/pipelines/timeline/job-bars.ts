import type { Job } from "../../../../shared/api/job-shapes.ts";
import type { JobEntry } from "../../../features/ci/group-jobs.ts";
import { isActiveStatus } from "../../../features/ci/status-look.ts";

/** When a job waited, was queued and ran. Epoch milliseconds, each at or after the one before. */
export interface JobBar {
  readonly job: Job;
  readonly isEarlier: boolean;
  /** Since when it waited for other jobs; null where the service does not tell it from queueing. */
  readonly waitedFrom: number | null;
  /** Since when it waited for a runner. */
  readonly queuedFrom: number;
  /** Null while it has not begun. */
  readonly ranFrom: number | null;
  readonly end: number;
}

/**
 * Returns the bars of every attempt that was at least queued, in the order in which they were, and the jobs that have
 * none: they were skipped, or wait for somebody or something.
 */
export function jobBars(
  entries: readonly JobEntry[],
  now: number,
): { readonly bars: readonly JobBar[]; readonly idle: readonly Job[] } {
  const attempts = entries.flatMap(({ job, earlier }) => [
    { job, isEarlier: false },
    ...earlier.map((old) => ({ job: old, isEarlier: true })),
  ]);
  const bars: JobBar[] = [];
  const idle: Job[] = [];
  for (const { job, isEarlier } of attempts) {
    const bar = barOf(job, isEarlier, now);
    if (bar) bars.push(bar);
    else idle.push(job);
  }
  return {
    bars: bars.toSorted((a, b) => a.queuedFrom - b.queuedFrom || (a.ranFrom ?? a.end) - (b.ranFrom ?? b.end)),
    idle,
  };
}

function barOf(job: Job, isEarlier: boolean, now: number): JobBar | null {
  const started = timeOf(job.started_at);
  const finished = timeOf(job.finished_at);
  const isQueued = started === null && job.status === "pending";
  const queuedMs = job.queued_duration == null ? null : job.queued_duration * 1000;
  if (started === null && !isQueued && !(finished !== null && queuedMs !== null && queuedMs > 0)) return null;
  const end = Math.max(started ?? 0, finished ?? (isActiveStatus(job.status) ? now : (started ?? now)));
  const queueEnd = started ?? end;
  const created = timeOf(job.created_at);
  const queuedFrom = Math.min(queueEnd, queuedMs === null ? (created ?? queueEnd) : queueEnd - queuedMs);
  const waitedFrom = queuedMs === null || created === null || created >= queuedFrom ? null : created;
  return { job, isEarlier, waitedFrom, queuedFrom, ranFrom: started, end };
}

const timeOf = (time: string | null | undefined): number | null => (time == null ? null : Date.parse(time));

/**
 * Returns the ids of the jobs that decided how long the pipeline took: from the one that ended last back to what each
 * waited for longest. Empty where the service gives no needs.
 */
export function criticalPath(bars: readonly JobBar[], stages: readonly string[]): ReadonlySet<number> {
  const ran = bars.filter(({ ranFrom, isEarlier }) => ranFrom !== null && !isEarlier);
  if (ran.length < 2 || ran.some(({ job }) => job.needs === undefined)) return new Set();
  const latest = (candidates: readonly JobBar[]) =>
    candidates.reduce<JobBar | null>((last, bar) => (last === null || bar.end > last.end ? bar : last), null);
  const path = new Set<number>();
  for (let bar = latest(ran); bar && !path.has(bar.job.id); ) {
    path.add(bar.job.id);
    const { job } = bar;
    const before = ran.filter((other) =>
      job.needs == null
        ? stages.indexOf(other.job.stage) < stages.indexOf(job.stage)
        : job.needs.includes(other.job.name),
    );
    bar = latest(before);
  }
  return path.size > 1 ? path : new Set();
}
