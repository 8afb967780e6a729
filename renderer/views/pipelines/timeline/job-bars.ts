import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { JobEntry, Stage } from "../../../features/ci/group-jobs.ts";
import { isActiveStatus } from "../../../features/ci/status-style.ts";

/** Times of a job's waiting, queueing and run. Epoch milliseconds, each at or after the one before. */
export interface JobBar {
  readonly job: Job;
  readonly isEarlier: boolean;
  /** Beginning of its wait for other jobs; null where the service does not separate that from queueing. */
  readonly waitedFrom: number | null;
  /** Beginning of its wait for a runner. */
  readonly queuedFrom: number;
  /** Null until it has started. */
  readonly ranFrom: number | null;
  readonly end: number;
}

/**
 * Returns the bars of every attempt that was at least queued, in the order in which they were, and the jobs that have
 * none: they were skipped, or are not queued yet.
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
 * Returns the ids of the jobs on the critical path: from the one that ended last back to what each
 * waited for longest. Empty where the service gives no needs; one that lists them (`listsNeeds`) leaves out those of stages.
 */
export function criticalPath(
  bars: readonly JobBar[],
  stages: readonly Stage[],
  listsNeeds: boolean,
): ReadonlySet<number> {
  const ran = new Map(
    bars.flatMap((bar) => (bar.ranFrom !== null && !bar.isEarlier ? [[bar.job.id, bar] as const] : [])),
  );
  const jobs = stages.flatMap(({ entries }) => entries.map(({ job }) => job));
  if (ran.size < 2 || !(listsNeeds || jobs.some(({ needs }) => needs != null))) return new Set();
  const order = new Map(stages.map(({ name }, index) => [name, index]));
  const stageOf = (job: Job) => order.get(job.stage) ?? 0;
  /** The jobs that a job waited for; the dependencies of a job that never ran are resolved further. */
  const awaited = (job: Job, seen: ReadonlySet<number> = new Set()): JobBar[] =>
    jobs
      .filter((other) => (job.needs ? job.needs.includes(other.name) : stageOf(other) < stageOf(job)))
      .flatMap((other) => {
        const bar = ran.get(other.id);
        if (bar) return [bar];
        return seen.has(other.id) ? [] : awaited(other, new Set(seen).add(other.id));
      });
  const latest = (candidates: readonly JobBar[]) =>
    candidates.reduce<JobBar | null>((last, bar) => (last === null || bar.end > last.end ? bar : last), null);
  const path = new Set<number>();
  for (let bar = latest([...ran.values()]); bar && !path.has(bar.job.id); bar = latest(awaited(bar.job))) {
    path.add(bar.job.id);
  }
  return path.size > 1 ? path : new Set();
}
