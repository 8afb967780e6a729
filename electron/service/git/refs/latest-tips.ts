import type { Repository } from "../repository.ts";
import { latestFirst, listRefs } from "./refs.ts";

/** Branches whose distances are read together with the list. */
export const maxLatestTips = 100;

/** Returns the hashes of the `count` latest branches, latest first. */
export async function latestTips(repository: Repository, count: number): Promise<string[]> {
  const branches = await listRefs(repository, "heads", latestFirst);
  return [...new Set(branches.map(({ commit }) => commit))].slice(0, count);
}
