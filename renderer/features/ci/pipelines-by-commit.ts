import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";

/** Returns whether a list of pipelines, newest first, reaches back before `time`. */
export function reachesBack(list: readonly Pipeline[], time: string | undefined): boolean {
  const created = list.at(-1)?.created_at;
  if (time === undefined || created == null) return true;
  return Date.parse(created) < Date.parse(time);
}

/** Returns how to find the first pipeline of a commit in a list, one of `ref` before others. */
export function firstByCommit(
  pipelines: readonly Pipeline[],
): (sha: string, ref?: string) => Pipeline | undefined {
  const known = new Map<string, Pipeline>();
  for (const pipeline of pipelines) {
    for (const key of [pipeline.sha, `${pipeline.sha} ${pipeline.ref}`]) {
      if (!known.has(key)) known.set(key, pipeline);
    }
  }
  return (sha, ref) => known.get(`${sha} ${ref}`) ?? known.get(sha);
}
