import type { Branch } from "../../../shared/api/resources/branches.ts";

/** Milliseconds for which a branch without commits of its own counts as just made. */
export const freshMs = 86_400_000;

const collator = new Intl.Collator("en", { numeric: true });

/** A commit of the default branch. */
interface MainlineCommit {
  readonly id: string;
  readonly parent_ids: readonly string[];
}

/**
 * Returns the tips that the default branch had during the last day: of commits on its first-parent line since then,
 * newest first, and the one before them. A branch at one of them may have been made there just now.
 */
export function freshTips(tip: string | undefined, recent: readonly MainlineCommit[]): ReadonlySet<string> {
  const before = recent.at(-1)?.parent_ids[0];
  return new Set([...(tip ? [tip] : []), ...recent.map(({ id }) => id), ...(before ? [before] : [])]);
}

/**
 * Returns merged branches that can be deleted, by name and number, without those that only appear merged: git calls every branch merged
 * that has no commits of its own, so branches made within the last day are excluded.
 */
export function deletableBranches(
  branches: readonly Branch[],
  recent: readonly MainlineCommit[] = [],
): {
  readonly deleted: readonly Branch[];
  readonly spared: readonly Branch[];
} {
  const fresh = freshTips(branches.find((branch) => branch.default)?.commit.id, recent);
  const merged = branches
    .filter((branch) => branch.merged && !branch.protected && !branch.default)
    .toSorted((a, b) => collator.compare(a.name, b.name));
  return {
    deleted: merged.filter(({ commit }) => !fresh.has(commit.id)),
    spared: merged.filter(({ commit }) => fresh.has(commit.id)),
  };
}
