import type { Branch } from "../../../shared/api/resources/branches.ts";

/** A row of the list: the head of a group, with null where its branches are not all there, or a branch. */
type BranchListRow =
  | { readonly kind: "head"; readonly key: string; readonly title: string; readonly count: number | null }
  | { readonly kind: "branch"; readonly key: string; readonly branch: Branch };

/** Days without a commit after which a branch counts as stale. */
const staleDays = 90;

const lastCommit = ({ commit }: Branch): number =>
  Date.parse(commit.committed_date ?? commit.created_at ?? "") || 0;

/** Branches in groups: the default and protected ones, active ones, stale ones; the latest first in each. */
export function groupBranches(branches: readonly Branch[], now: number, isWhole = true): BranchListRow[] {
  const limit = now - staleDays * 86_400_000;
  // A branch that was just made from the default one has its last commit, however old that is.
  const base = branches.find((branch) => branch.default)?.commit.id;
  const groupOf = (branch: Branch) =>
    branch.default || branch.protected
      ? "Default and protected"
      : lastCommit(branch) >= limit || branch.commit.id === base
        ? "Active"
        : "Stale";
  const order = ["Default and protected", "Active", "Stale"];
  return order.flatMap((title) => {
    const members = branches
      .filter((branch) => groupOf(branch) === title)
      .toSorted((a, b) => Number(b.default) - Number(a.default) || lastCommit(b) - lastCommit(a));
    if (members.length === 0) return [];
    return [
      { kind: "head" as const, key: title, title, count: isWhole ? members.length : null },
      ...members.map((branch) => ({ kind: "branch" as const, key: `branch ${branch.name}`, branch })),
    ];
  });
}

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
