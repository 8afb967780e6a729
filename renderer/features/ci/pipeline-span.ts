import type { Job } from "../../../shared/api/resources/job-shapes.ts";

/** Returns when the first job of a pipeline began and the last one ended; null where none has begun. */
export function pipelineSpan(
  jobs: readonly Pick<Job, "started_at" | "finished_at">[],
  isActive: boolean,
): { readonly start: string; readonly end: string | null } | null {
  const starts = jobs.flatMap(({ started_at }) => started_at ?? []);
  const [start] = starts.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  if (start === undefined) return null;
  const ends = jobs.flatMap(({ started_at, finished_at }) => (started_at ? (finished_at ?? []) : []));
  const end = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;
  return { start, end: isActive ? null : end };
}
