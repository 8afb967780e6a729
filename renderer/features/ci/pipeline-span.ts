import type { Job } from "../../../shared/api/resources/job-shapes.ts";

type TimedJob = Pick<Job, "started_at" | "finished_at">;

/** Duration of a pipeline, as `ElapsedTime` takes it. */
export interface PipelineSpan {
  readonly start: string;
  /** Null while a job runs. */
  readonly end: string | null;
  /** Seconds, while no job runs. */
  readonly duration: number | null;
}

/**
 * Returns how long at least one job of a pipeline ran; null where none has begun. The time in between counts for
 * nothing: a job may be retried weeks later. `now` is in epoch milliseconds.
 */
export function pipelineSpan(
  jobs: readonly TimedJob[],
  isActive: boolean,
  now: number = Date.now(),
): PipelineSpan | null {
  const periods = jobs
    .flatMap(({ started_at, finished_at }) => {
      if (!started_at) return [];
      const from = Date.parse(started_at);
      const to = finished_at ? Date.parse(finished_at) : isActive ? Number.POSITIVE_INFINITY : from;
      return [{ from, to }];
    })
    .toSorted((a, b) => a.from - b.from);
  const [first] = periods;
  if (!first) return null;
  let ranMs = 0;
  let { from, to } = first;
  for (const period of periods) {
    if (period.from > to) {
      ranMs += to - from;
      ({ from, to } = period);
    } else to = Math.max(to, period.to);
  }
  const isRunning = to === Number.POSITIVE_INFINITY;
  ranMs += (isRunning ? now : to) - from;
  if (isRunning) return { start: new Date(now - ranMs).toISOString(), end: null, duration: null };
  return {
    start: new Date(first.from).toISOString(),
    end: new Date(to).toISOString(),
    duration: ranMs / 1000,
  };
}
