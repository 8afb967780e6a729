import type { Branch } from "../../../shared/api/resources/branches.ts";

/**
 * Merged branches that may go, and those that only look merged: a branch at the default branch's own commit was just
 * made, and nothing of it was merged yet.
 */
export function deletableBranches(branches: readonly Branch[]): {
  readonly deleted: readonly Branch[];
  readonly spared: readonly Branch[];
} {
  const tip = branches.find((branch) => branch.default)?.commit.id;
  const merged = branches.filter((branch) => branch.merged && !branch.protected && !branch.default);
  return {
    deleted: merged.filter(({ commit }) => commit.id !== tip),
    spared: merged.filter(({ commit }) => commit.id === tip),
  };
}
