import styles from "./history.module.css";

const laneWidthPx = 14;
/** Lanes with a column of their own; those beyond share the last one. */
const maxLanes = 10;

/** Pixels that a graph of so many lanes takes. */
export const graphWidth = (rows: readonly GraphRow[]): number => {
  let lanes = 1;
  for (const { lane, below } of rows) lanes = Math.max(lanes, lane + 1, (below.at(-1) ?? 0) + 1);
  return Math.min(lanes, maxLanes) * laneWidthPx + 8;
};

const x = (lane: number): number => Math.min(lane, maxLanes - 1) * laneWidthPx + laneWidthPx / 2 + 4;
const colour = (lane: number): string => `var(--lane-${lane % 6})`;

interface GraphCellProps {
  readonly row: GraphRow;
  readonly width: number;
  readonly height: number;
}

/** The lines of the graph beside one commit. The commit's page names its parents as text. */
export function GraphCell({ row, width, height }: GraphCellProps) {
  const middle = height / 2;
  const curve = (from: number, top: number, to: number, bottom: number) =>
    `M${x(from)} ${top}C${x(from)} ${(top + bottom) / 2} ${x(to)} ${(top + bottom) / 2} ${x(to)} ${bottom}`;
  return (
    <svg className={styles.graph} width={width} height={height} aria-hidden>
      {row.through.map((lane) => (
        <path key={`t${lane}`} d={`M${x(lane)} 0V${height}`} stroke={colour(lane)} />
      ))}
      {row.into.map((lane) => (
        <path key={`i${lane}`} d={curve(lane, 0, row.lane, middle)} stroke={colour(lane)} />
      ))}
      {row.out.map((lane) => (
        <path key={`o${lane}`} d={curve(row.lane, middle, lane, height)} stroke={colour(lane)} />
      ))}
      <circle cx={x(row.lane)} cy={middle} r={4} fill={colour(row.lane)} />
    </svg>
  );
}

interface GraphGapProps {
  readonly lanes: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Lines that pass by a row which is not a commit. */
export function GraphGap({ lanes, width, height }: GraphGapProps) {
  return (
    <svg className={styles.graph} width={width} height={height} aria-hidden>
      {lanes.map((lane) => (
        <path key={lane} d={`M${x(lane)} 0V${height}`} stroke={colour(lane)} />
      ))}
    </svg>
  );
}

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
