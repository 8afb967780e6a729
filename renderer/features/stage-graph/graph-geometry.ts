import { groupByStage, groupCopies, type JobEntry, type JobGroup, type StagedJob } from "../ci/group-jobs.ts";

/** Width of a column in pixels: that of its longest name, within these bounds. */
const minWidth = 176;
const maxWidth = 320;
const letterWidth = 7.4;
/** Pixels of a box beside its name: icon, duration, padding. */
const besideName = 108;
/** Pixels of the mark of a job that starts at once. */
const zapWidth = 20;
/** Pixels of the mark of a job that was retried. */
const attemptWidth = 32;
const boxHeight = 34;
const rowPitch = 44;
const columnGap = 44;
const padding = 24;
const stageHeight = 34;
const memberIndent = 16;

/** A rectangle in pixels of the graph. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The positions of a graph's parts. */
export interface GraphGeometry {
  readonly size: { readonly width: number; readonly height: number };
  readonly stageBox: (stage: GraphStage) => Box;
  readonly boxOf: (node: GraphNode) => Box;
}

function marksWidth({ entries: [entry], isGroup }: GraphNode): number {
  if (!entry || isGroup) return 0;
  return (entry.job.needs?.length === 0 ? zapWidth : 0) + (entry.earlier.length > 0 ? attemptWidth : 0);
}

/** Returns the pixels of a layout. */
export function graphGeometry({ nodes, columns, rows }: GraphLayout): GraphGeometry {
  const widths = Array.from({ length: columns }, () => minWidth);
  for (const node of nodes) {
    const { name, column, isMember } = node;
    const wanted = name.length * letterWidth + besideName + marksWidth(node) + (isMember ? memberIndent : 0);
    widths[column] = Math.min(maxWidth, Math.max(widths[column] ?? minWidth, Math.ceil(wanted)));
  }
  const lefts = [padding];
  for (const width of widths) lefts.push((lefts.at(-1) ?? padding) + width + columnGap);
  const leftOf = (column: number) => lefts[column] ?? padding;
  return {
    size: {
      width: leftOf(columns) - columnGap + padding,
      height: padding + stageHeight + rows * rowPitch + padding,
    },
    stageBox: ({ column, columns: taken }) => ({
      left: leftOf(column),
      top: padding,
      width: leftOf(column + taken) - columnGap - leftOf(column),
      height: stageHeight - 10,
    }),
    boxOf: ({ column, row, isMember }) => {
      const indent = isMember ? memberIndent : 0;
      return {
        left: leftOf(column) + indent,
        top: padding + stageHeight + row * rowPitch,
        width: (widths[column] ?? minWidth) - indent,
        height: boxHeight,
      };
    },
  };
}

/**
 * Returns the path of a line from the right side of one box to the left side of another one. Past the boxes of a column
 * between them it runs in the space between two rows, so that it does not seem to begin or end there.
 */
export function edgePath(from: Box, to: Box): string {
  const x1 = from.left + from.width;
  const y1 = from.top + from.height / 2;
  const x2 = to.left - 4;
  const y2 = to.top + to.height / 2;
  if (x2 - x1 > minWidth) {
    const lane = y1 + ((y2 < y1 ? -1 : 1) * rowPitch) / 2;
    const half = columnGap / 2;
    const start = x1 + columnGap;
    const end = x2 - columnGap;
    return `M${x1} ${y1}C${x1 + half} ${y1} ${x1 + half} ${lane} ${start} ${lane}H${end}C${x2 - half} ${lane} ${x2 - half} ${y2} ${x2} ${y2}`;
  }
  const bend = Math.max(24, Math.min(60, (x2 - x1) / 2));
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** The rendered part of the graph; null for all of it. */
export type Viewport = Readonly<Record<"left" | "top" | "right" | "bottom", number>> | null;

/** Returns whether a part of a box is in view; all are where the view is not known. */
export const isInView = ({ left, top, width, height }: Box, view: Viewport): boolean =>
  view === null ||
  (left < view.right && left + width > view.left && top < view.bottom && top + height > view.top);

/** A box of the graph: one job, or the copies of one job as a group. */
export interface GraphNode<J extends StagedJob = StagedJob> {
  readonly key: string;
  readonly name: string;
  readonly stage: string;
  readonly entries: readonly JobEntry<J>[];
  /** Whether the box is a group of jobs that can be expanded. */
  readonly isGroup: boolean;
  readonly isExpanded: boolean;
  /** Whether the box is a job of a group that is expanded. */
  readonly isMember: boolean;
  readonly column: number;
  readonly row: number;
}

/** A stage and the columns that it takes. */
interface GraphStage {
  readonly name: string;
  readonly jobs: number;
  readonly column: number;
  readonly columns: number;
}

interface GraphLayout<J extends StagedJob = StagedJob> {
  readonly stages: readonly GraphStage[];
  /** By column, then by row. */
  readonly nodes: readonly GraphNode<J>[];
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the column and row of each job of a pipeline: stages from left to right, a job that needs another one of its own
 * stage in a column after it. `expanded` has the keys of the groups whose jobs are shown.
 */
export function layoutGraph<J extends StagedJob>(
  jobs: readonly J[],
  expanded: ReadonlySet<string>,
): GraphLayout<J> {
  const stages: GraphStage[] = [];
  const nodes: GraphNode<J>[] = [];
  const rowOf = new Map<string, number>();
  let column = 0;
  for (const { name: stage, entries } of groupByStage(jobs)) {
    const levels = toLevels(groupCopies(entries));
    for (const [level, groups] of levels.entries()) {
      const made = byPredecessors(groups, rowOf).flatMap((group) => toNodes(stage, group, expanded));
      for (const [row, node] of made.entries()) {
        nodes.push({ ...node, column: column + level, row });
        for (const { job } of node.entries) rowOf.set(job.name, row);
        if (node.isGroup) rowOf.set(node.name, row);
      }
    }
    stages.push({ name: stage, jobs: entries.length, column, columns: levels.length });
    column += levels.length;
  }
  return { stages, nodes, columns: column, rows: Math.max(0, ...nodes.map(({ row }) => row + 1)) };
}

const needsOf = ({ entries }: JobGroup<StagedJob>): string[] => entries.flatMap(({ job }) => job.needs ?? []);

/** Splits the jobs of a stage into columns, so that a job is to the right of the jobs of its stage that it needs. */
function toLevels<J extends StagedJob>(groups: readonly JobGroup<J>[]): JobGroup<J>[][] {
  const owner = new Map(
    groups.flatMap((group) => [
      [group.name, group] as const,
      ...group.entries.map(({ job }) => [job.name, group] as const),
    ]),
  );
  const levels = new Map<JobGroup<J>, number>();
  const levelOf = (group: JobGroup<J>, above: ReadonlySet<JobGroup<J>>): number => {
    const known = levels.get(group);
    if (known !== undefined) return known;
    const path = new Set(above).add(group);
    const before = needsOf(group).flatMap((name) => {
      const needed = owner.get(name);
      return needed && !path.has(needed) ? [levelOf(needed, path) + 1] : [];
    });
    const level = Math.max(0, ...before);
    levels.set(group, level);
    return level;
  };
  const byLevel = Map.groupBy(groups, (group) => levelOf(group, new Set()));
  return [...byLevel].toSorted(([a], [b]) => a - b).map(([, members]) => members);
}

/** Orders a column so that lines cross less: by the rows of what the jobs need, where they need something. */
function byPredecessors<J extends StagedJob>(
  groups: readonly JobGroup<J>[],
  rowOf: ReadonlyMap<string, number>,
): JobGroup<J>[] {
  const weighed = groups.map((group, index) => {
    const rows = needsOf(group).flatMap((name) => rowOf.get(name) ?? []);
    const mean = rows.reduce((sum, row) => sum + row, 0) / rows.length;
    return { group, weight: rows.length > 0 ? mean : index };
  });
  return weighed.toSorted((a, b) => a.weight - b.weight).map(({ group }) => group);
}

type PlacelessNode<J extends StagedJob> = Omit<GraphNode<J>, "column" | "row">;

function toNodes<J extends StagedJob>(
  stage: string,
  group: JobGroup<J>,
  expanded: ReadonlySet<string>,
): PlacelessNode<J>[] {
  const key = `${stage}\n${group.name}`;
  const isGroup = group.entries.length > 1;
  const isExpanded = isGroup && expanded.has(key);
  const { name, entries } = group;
  const head = { key, name, stage, entries, isGroup, isExpanded, isMember: false };
  if (!isExpanded) return [head];
  const members = entries.map((entry) => ({
    key: `${stage}\n${entry.job.name}`,
    name: entry.job.name,
    stage,
    entries: [entry],
    isGroup: false,
    isExpanded: false,
    isMember: true,
  }));
  return [head, ...members];
}

/** An edge from a box to a dependent one, by their keys. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

/** Order of a pipeline's jobs: by stage or by needs. */
type KnownNeeds = "unknown" | "stages" | "needs";

/** Returns by what the jobs are ordered; `listsNeeds` is whether the service lists needs at all. */
export function knownNeeds(nodes: readonly GraphNode[], listsNeeds: boolean): KnownNeeds {
  const isListed = nodes.some(({ entries }) => entries.some(({ job }) => job.needs != null));
  return isListed ? "needs" : listsNeeds ? "stages" : "unknown";
}

/** Returns the edges between boxes, each once. A name without a box is skipped: such a need was optional. */
export function graphEdges(nodes: readonly GraphNode[]): GraphEdge[] {
  const keyOf = new Map<string, string>();
  for (const node of nodes) {
    keyOf.set(node.name, node.key);
    // The box of an expanded group precedes those of its jobs, which replace it here.
    for (const { job } of node.entries) keyOf.set(job.name, node.key);
  }
  const edges = new Map<string, GraphEdge>();
  for (const node of nodes) {
    // The lines of an expanded group end at its jobs.
    if (node.isExpanded) continue;
    for (const name of node.entries.flatMap(({ job }) => job.needs ?? [])) {
      const from = keyOf.get(name);
      if (from && from !== node.key) edges.set(`${from}\0${node.key}`, { from, to: node.key });
    }
  }
  return [...edges.values()];
}

/** Returns the keys of a box's transitive dependencies and dependents, itself included. */
export function relatedKeys(key: string, edges: readonly GraphEdge[]): ReadonlySet<string> {
  const before = Map.groupBy(edges, ({ to }) => to);
  const after = Map.groupBy(edges, ({ from }) => from);
  const found = new Set([key]);
  const walk = (start: string, next: (at: string) => readonly string[]) => {
    const seen = new Set([start]);
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const other of next(at)) {
        if (seen.has(other)) continue;
        seen.add(other);
        found.add(other);
        open.push(other);
      }
    }
  };
  walk(key, (at) => before.get(at)?.map(({ from }) => from) ?? []);
  walk(key, (at) => after.get(at)?.map(({ to }) => to) ?? []);
  return found;
}

/** Returns the keys of the boxes that are before or after one by their stage alone, since they name no needs. */
export function impliedKeys(
  key: string,
  nodes: readonly GraphNode[],
  stages: readonly GraphStage[],
): string[] {
  const at = nodes.find((node) => node.key === key);
  if (!at) return [];
  const order = new Map(stages.map(({ name }, index) => [name, index]));
  const stageOf = (node: GraphNode) => order.get(node.stage) ?? 0;
  const waitsForStage = (node: GraphNode) => node.entries.some(({ job }) => job.needs == null);
  return nodes.flatMap((node) => {
    const isBefore = stageOf(node) < stageOf(at) && waitsForStage(at);
    const isAfter = stageOf(node) > stageOf(at) && waitsForStage(node);
    return isBefore || isAfter ? [node.key] : [];
  });
}
