import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";
import type { JobEntry, Stage } from "../../../features/ci/group-jobs.ts";

/** A time span shown to scale. */
interface Segment {
  readonly from: number;
  readonly to: number;
  /** Its position, in parts of the whole axis. */
  readonly left: number;
  readonly width: number;
}

/** A gap in which nothing ran, compressed. */
interface Fold {
  readonly left: number;
  readonly width: number;
  readonly seconds: number;
}

interface Tick {
  readonly left: number;
  /** Seconds since the axis begins. */
  readonly seconds: number;
}

/** One axis for all bars of a pipeline. Positions are parts of its width, from 0 to 1. */
export interface TimeAxis {
  readonly from: number;
  readonly to: number;
  readonly at: (time: number) => number;
  readonly ticks: readonly Tick[];
  readonly folds: readonly Fold[];
}

const foldWidth = 0.04;
/** A gap is folded where it takes more than this part of the time in which something happened, */
const foldShare = 0.5;
/** and is at least this long. */
const minFoldMs = 60_000;

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** Returns the axis of a pipeline's bars, with at most about `maxTicks` marks. */
export function timeAxis(bars: readonly JobBar[], maxTicks = 8): TimeAxis {
  const busy = busyStretches(bars);
  const total = busy.reduce((sum, [from, to]) => sum + to - from, 0);
  const joined: [number, number][] = [];
  for (const [from, to] of busy) {
    const last = joined.at(-1);
    const isFold = last && from - last[1] > Math.max(minFoldMs, total * foldShare);
    if (last && !isFold) last[1] = to;
    else joined.push([from, to]);
  }
  const first = joined[0]?.[0] ?? 0;
  const shown = Math.max(
    1,
    joined.reduce((sum, [from, to]) => sum + to - from, 0),
  );
  const room = 1 - foldWidth * Math.max(0, joined.length - 1);
  const segments: Segment[] = [];
  const folds: Fold[] = [];
  for (const [from, to] of joined) {
    const before = segments.at(-1);
    const left = before ? before.left + before.width + foldWidth : 0;
    if (before) folds.push({ left: left - foldWidth, width: foldWidth, seconds: (from - before.to) / 1000 });
    segments.push({ from, to, left, width: (room * (to - from)) / shown });
  }
  return {
    from: first,
    to: segments.at(-1)?.to ?? first,
    at: (time) => positionOf(time, segments),
    ticks: ticksOf(segments, first, shown / 1000, maxTicks),
    folds,
  };
}

/** Returns the times in which a job was queued or ran, joined where they overlap. */
function busyStretches(bars: readonly JobBar[]): [number, number][] {
  const stretches: [number, number][] = [];
  for (const { queuedFrom, end } of bars.toSorted((a, b) => a.queuedFrom - b.queuedFrom)) {
    const last = stretches.at(-1);
    if (last && queuedFrom <= last[1]) last[1] = Math.max(last[1], end);
    else stretches.push([queuedFrom, end]);
  }
  return stretches;
}

function positionOf(time: number, segments: readonly Segment[]): number {
  const segment = segments.findLast(({ from }) => from <= time) ?? segments[0];
  if (!segment) return 0;
  const part = segment.to === segment.from ? 0 : (time - segment.from) / (segment.to - segment.from);
  return segment.left + segment.width * Math.min(1, Math.max(0, part));
}

function ticksOf(segments: readonly Segment[], first: number, seconds: number, maxTicks: number): Tick[] {
  const step =
    steps.find((candidate) => seconds / candidate <= maxTicks) ??
    Math.ceil(seconds / maxTicks / 86_400) * 86_400;
  return segments.flatMap((segment) => {
    const from = Math.ceil((segment.from - first) / 1000 / step);
    const to = Math.floor((segment.to - first) / 1000 / step);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
      seconds: (from + index) * step,
      left: positionOf(first + (from + index) * step * 1000, [segment]),
    }));
  });
}

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
