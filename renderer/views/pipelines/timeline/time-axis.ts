import type { JobBar } from "./job-bars.ts";

/** A time span shown to scale. */
interface Segment {
  readonly from: number;
  readonly to: number;
  /** Its position, in parts of the whole axis. */
  readonly left: number;
  readonly width: number;
}

/** A gap in which nothing ran, compressed. */
export interface Fold {
  readonly left: number;
  readonly width: number;
  /** Seconds. */
  readonly seconds: number;
}

export interface Tick {
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
