import type { RecentJob } from "../fleet/recent-jobs.ts";

/** A span of time and what happened within it. */
export interface LoadBucket {
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** Most jobs that ran at the same time. */
  readonly peak: number;
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * Returns how many jobs ran at the same time, and how those that ended did, in `count` equal spans from the first start
 * to `now`. Only these jobs are counted: what ran before the oldest of them is not known. Empty where none has started.
 */
export function loadSeries(jobs: readonly RecentJob[], now: number, count: number): LoadBucket[] {
  const spans = jobs.flatMap((job) => {
    if (!job.startedAt) return [];
    const start = Date.parse(job.startedAt);
    return [{ start, end: job.finishedAt ? Date.parse(job.finishedAt) : now, status: job.status }];
  });
  if (spans.length === 0) return [];
  const first = Math.min(...spans.map(({ start }) => start));
  const width = Math.max(1, (now - first) / count);
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * width;
    const end = index === count - 1 ? now + 1 : start + width;
    const ended = spans.filter((span) => span.end >= start && span.end < end && span.status !== "running");
    return {
      start,
      end,
      peak: peakWithin(spans, start, end),
      succeeded: ended.filter(({ status }) => status === "success").length,
      failed: ended.filter(({ status }) => status === "failed").length,
    };
  });
}

/** Most spans that overlap at a moment between `from` and `to`. */
function peakWithin(
  spans: readonly { readonly start: number; readonly end: number }[],
  from: number,
  to: number,
): number {
  const edges = spans
    .filter(({ start, end }) => start < to && end >= from)
    .flatMap(({ start, end }) => [
      { at: Math.max(start, from), change: 1 },
      { at: end, change: -1 },
    ])
    // At the same moment a job ends before the next one starts.
    .sort((a, b) => a.at - b.at || a.change - b.change);
  let running = 0;
  let highest = 0;
  for (const { change } of edges) {
    running += change;
    highest = Math.max(highest, running);
  }
  return highest;
}
