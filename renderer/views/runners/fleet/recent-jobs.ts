import type { Job } from "../../../../shared/api/resources/job-shapes.ts";

/** Jobs of a runner that the failure rate counts. */
export const recentJobCount = 100;

/** The fields of a runner's job that the console shows. */
export interface RecentJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  /** Full path of its project, null where the service does not name it. */
  readonly project: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** The last jobs of a runner, newest first. */
export interface RecentJobs {
  readonly jobs: readonly RecentJob[];
  /** The newest job that runs now, null where none does. */
  readonly current: RecentJob | null;
  readonly running: number;
  readonly failed: number;
  /** Jobs that ended with success or failure: the base of the failure rate. */
  readonly finished: number;
  /** 0 to 1; null where no job ended. */
  readonly failureRate: number | null;
}

/** Reduces the last jobs of a runner to what the console shows. Canceled and skipped jobs count as neither. */
export function summariseJobs(jobs: readonly Job[]): RecentJobs {
  const recent = jobs
    .map((job) => ({
      id: job.id,
      name: job.name,
      status: job.status,
      project: job.project?.path_with_namespace ?? null,
      startedAt: job.started_at ?? null,
      finishedAt: job.finished_at ?? null,
    }))
    .toSorted((a, b) => b.id - a.id)
    .slice(0, recentJobCount);
  const running = recent.filter(({ status }) => status === "running");
  const failed = recent.filter(({ status }) => status === "failed").length;
  const finished = failed + recent.filter(({ status }) => status === "success").length;
  return {
    jobs: recent,
    current: running[0] ?? null,
    running: running.length,
    failed,
    finished,
    failureRate: finished === 0 ? null : failed / finished,
  };
}

/** Text of a failure rate: "12%"; a dash where no job ended. */
export const rateText = (rate: number | null): string => (rate === null ? "–" : `${Math.round(rate * 100)}%`);
