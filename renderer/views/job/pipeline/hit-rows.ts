import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceHit, TraceHits } from "../../../../shared/trace/trace-types.ts";

/** A row of the hits in a pipeline's jobs. */
export type HitRow =
  | { readonly kind: "job"; readonly job: Job; readonly hits: TraceHits }
  | { readonly kind: "hit"; readonly job: Job; readonly hit: TraceHit }
  | { readonly kind: "more"; readonly job: Job; readonly count: number };

/** Returns the rows of all jobs with hits, or that could not be searched, in the order of the jobs. */
export function hitRows(jobs: readonly Job[], hits: ReadonlyMap<number, TraceHits>): HitRow[] {
  return jobs.flatMap((job): HitRow[] => {
    const found = hits.get(job.id);
    if (!found || (found.lines === 0 && !found.problem)) return [];
    const left = found.lines - found.hits.length;
    return [
      { kind: "job", job, hits: found },
      ...found.hits.map((hit): HitRow => ({ kind: "hit", job, hit })),
      ...(left > 0 ? [{ kind: "more", job, count: left } as const] : []),
    ];
  });
}

export const hitRowKey = (row: HitRow): string =>
  row.kind === "hit" ? `${row.job.id} ${row.hit.line}` : `${row.kind} ${row.job.id}`;
