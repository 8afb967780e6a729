import type { Job } from "../../../shared/api/resources/job-shapes.ts";

/**
 * Returns the failed jobs that still matter: not allowed to fail, not mended by a retry within their pipeline, and of
 * the attempts of one job only the latest.
 */
export function openFailures(jobs: readonly Job[]): Job[] {
  const seen = new Set<string>();
  return jobs.filter((job) => {
    if (job.allow_failure || job.pipeline?.status === "success") return false;
    const key = `${job.pipeline?.id ?? job.id} ${job.name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Returns jobs by pipeline, in the order in which the pipelines first occur. */
export const pipelinesOf = (jobs: readonly Job[]): (readonly Job[])[] => [
  ...Map.groupBy(jobs, (job) => job.pipeline?.id ?? -job.id).values(),
];
