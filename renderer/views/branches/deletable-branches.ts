import type { Branch } from "../../../shared/api/resources/branches.ts";

const collator = new Intl.Collator("en", { numeric: true });

/** A commit by its id. */
interface Commit {
  readonly id: string;
}

/** Returns the branches whose commits are all in the default branch and that may be deleted, by name and number. */
export const mergedBranches = (branches: readonly Branch[]): readonly Branch[] =>
  branches
    .filter((branch) => branch.merged && !branch.protected && !branch.default)
    .toSorted((a, b) => collator.compare(a.name, b.name));

/**
 * Returns merged branches, apart from those that only appear merged: git calls every branch merged that has no commits
 * of its own, and no service reports when a branch was made. So a branch may be new where its tip is a commit from
 * which branches are made: one that the default branch has had as its tip, a tagged one, or the tip of another branch.
 */
export function deletableBranches(
  branches: readonly Branch[],
  mainline: readonly Commit[] = [],
  tagged: readonly Commit[] = [],
): {
  readonly merged: readonly Branch[];
  readonly maybeNew: readonly Branch[];
} {
  const starts = new Set([...mainline, ...tagged].map(({ id }) => id));
  const names = Map.groupBy(branches, ({ commit }) => commit.id);
  const isMaybeNew = ({ commit: { id } }: Branch) => starts.has(id) || (names.get(id)?.length ?? 0) > 1;
  const all = mergedBranches(branches);
  return {
    merged: all.filter((branch) => !isMaybeNew(branch)),
    maybeNew: all.filter(isMaybeNew),
  };
}
