/** A row of a commit list: the head of a day, or a commit. */
export type CommitListRow<C> =
  | { readonly kind: "day"; readonly key: string /** Invalid where it is not known. */; readonly date: Date }
  | { readonly kind: "commit"; readonly key: string; readonly commit: C };

/**
 * Returns rows with a heading before each run of commits of one day. Lists are ordered by the graph, not by the clock,
 * so a day may repeat; nothing is reordered.
 */
export function groupByDay<C extends { id: string; committed_date?: string; created_at?: string }>(
  commits: readonly C[],
): CommitListRow<C>[] {
  const rows: CommitListRow<C>[] = [];
  let last: string | undefined;
  for (const commit of commits) {
    const date = new Date(commit.committed_date ?? commit.created_at ?? Number.NaN);
    const day = date.toDateString();
    if (day !== last) rows.push({ kind: "day", key: `${day} ${commit.id}`, date });
    rows.push({ kind: "commit", key: commit.id, commit });
    last = day;
  }
  return rows;
}
