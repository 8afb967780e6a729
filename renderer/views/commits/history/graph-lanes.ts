/** The graph beside one commit. Lanes count from the left, from 0. */
export interface GraphRow {
  /** Lane of the commit itself. */
  readonly lane: number;
  /** Lanes that pass by. */
  readonly through: readonly number[];
  /** Lanes from above that end in the commit. */
  readonly into: readonly number[];
  /** Lanes that continue below to its parents. */
  readonly out: readonly number[];
  /** Lanes that are taken below the row. */
  readonly below: readonly number[];
}

/**
 * Lays a list of commits, children before parents, out in lanes. A branch keeps its lane until it ends; merges open
 * one for each further parent. Parents that are not in the list run on to its end.
 */
export function graphLanes(
  commits: readonly { readonly id: string; readonly parent_ids: readonly string[] }[],
): GraphRow[] {
  /** Commit that each lane leads to; null where the lane is free. */
  const lanes: (string | null)[] = [];
  const free = () => {
    const found = lanes.indexOf(null);
    return found < 0 ? lanes.length : found;
  };
  return commits.map(({ id, parent_ids }) => {
    const into = lanes.flatMap((wanted, lane) => (wanted === id ? [lane] : []));
    const lane = into[0] ?? free();
    for (const ended of into) lanes[ended] = null;
    lanes[lane] = null;
    const through = taken(lanes);
    const out = parent_ids.map((parent, i) => {
      const known = lanes.indexOf(parent);
      if (known >= 0) return known;
      const next = i === 0 ? lane : free();
      lanes[next] = parent;
      return next;
    });
    return { lane, through, into, out, below: taken(lanes) };
  });
}

const taken = (lanes: readonly (string | null)[]): number[] =>
  lanes.flatMap((wanted, lane) => (wanted === null ? [] : [lane]));
