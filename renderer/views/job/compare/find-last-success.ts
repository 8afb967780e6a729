import type { Job } from "../../../../shared/api/resources/job-shapes.ts";

type SuccessfulJob = Pick<Job, "id" | "name" | "ref" | "finished_at">;

/** A page of a project's successful jobs, newest first. */
export interface JobsPage<J extends SuccessfulJob> {
  readonly jobs: readonly J[];
  readonly hasMore: boolean;
}

/** Pages of jobs searched at most. */
export const maxSuccessPages = 10;

/**
 * Returns the newest successful job of the same name before a job: on its own branch or tag, else on the default branch.
 * Null where there is none within {@link maxSuccessPages} pages.
 */
export async function findLastSuccess<J extends SuccessfulJob>(
  job: Pick<Job, "id" | "name" | "ref">,
  defaultBranch: string | null,
  readPage: (page: number) => Promise<JobsPage<J>>,
): Promise<J | null> {
  let onDefault: J | null = null;
  for (let page = 1; page <= maxSuccessPages; page++) {
    const { jobs, hasMore } = await readPage(page);
    const before = jobs.filter(({ id, name }) => id < job.id && name === job.name);
    const same = before.find(({ ref }) => ref === job.ref);
    if (same) return same;
    onDefault ??= before.find(({ ref }) => ref === defaultBranch) ?? null;
    if (!hasMore) break;
  }
  return onDefault;
}
