import type { Branch } from "../../../shared/api/resources/branches.ts";

/** A row of the list: the head of a group, with null where its branches are not all there, or a branch. */
export type BranchListRow =
  | { readonly kind: "head"; readonly key: string; readonly title: string; readonly count: number | null }
  | { readonly kind: "branch"; readonly key: string; readonly branch: Branch };

/** Days without a commit after which a branch counts as stale. */
export const staleDays = 90;

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
