import { readCommits } from "../history/commits.ts";
import type { Repository } from "../repository.ts";
import { listRefs } from "./refs.ts";

/** Branches whose distances are read together with the list. */
export const maxLatestTips = 100;

/** Returns the hashes of the `count` latest branches, latest first. */
export async function latestTips(repository: Repository, count: number): Promise<string[]> {
  const tips = (await listRefs(repository, "heads")).map(({ commit }) => commit);
  const commits = await readCommits(repository, [...new Set(tips)]);
  return commits
    .toSorted((a, b) => Date.parse(b.committedAt) - Date.parse(a.committedAt))
    .slice(0, count)
    .map(({ id }) => id);
}
