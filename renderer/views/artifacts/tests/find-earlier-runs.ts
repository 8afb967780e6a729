import type { Job } from "../../../../shared/api/resources/job-shapes.ts";

type EarlierJob = Pick<Job, "id" | "name" | "ref">;

/** Runs returned at most. */
export const maxRuns = 10;
/** Pages of jobs searched at most. */
export const maxHistoryPages = 5;

/**
 * Returns the newest ended jobs of the same name before a job: those of its own branch or tag, or, where it has none, of the
 * default branch. `readPage` returns the jobs that have a report, newest first.
 */
export async function findEarlierRuns<J extends EarlierJob>(
  job: EarlierJob,
  defaultBranch: string | null,
  readPage: (page: number) => Promise<{ readonly jobs: readonly J[]; readonly hasMore: boolean }>,
): Promise<J[]> {
  const own: J[] = [];
  const onDefault: J[] = [];
  for (let page = 1; page <= maxHistoryPages && own.length < maxRuns; page++) {
    const { jobs, hasMore } = await readPage(page);
    const before = jobs.filter(({ id, name }) => id < job.id && name === job.name);
    own.push(...before.filter(({ ref }) => ref === job.ref));
    onDefault.push(...before.filter(({ ref }) => ref === defaultBranch));
    if (!hasMore) break;
  }
  return (own.length > 0 ? own : onDefault).slice(0, maxRuns);
}
