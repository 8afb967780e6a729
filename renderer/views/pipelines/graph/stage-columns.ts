import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { groupByStage, groupCopies, type JobEntry, type JobGroup } from "../../../features/ci/group-jobs.ts";

/** A box of the graph: one job, or the copies of one job as a group. */
export interface GraphNode {
  readonly key: string;
  readonly name: string;
  readonly stage: string;
  readonly entries: readonly JobEntry[];
  /** Whether the box is a group of jobs that can be expanded. */
  readonly isGroup: boolean;
  readonly isExpanded: boolean;
  /** Whether the box is a job of a group that is expanded. */
  readonly isMember: boolean;
  readonly column: number;
  readonly row: number;
}

/** A stage and the columns that it takes. */
export interface GraphStage {
  readonly name: string;
  readonly jobs: number;
  readonly column: number;
  readonly columns: number;
}

export interface GraphLayout {
  readonly stages: readonly GraphStage[];
  /** By column, then by row. */
  readonly nodes: readonly GraphNode[];
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the column and row of each job of a pipeline: stages from left to right, a job that needs another one of its own
 * stage in a column after it. `expanded` has the keys of the groups whose jobs are shown.
 */
export function layoutGraph(jobs: readonly Job[], expanded: ReadonlySet<string>): GraphLayout {
  const stages: GraphStage[] = [];
  const nodes: GraphNode[] = [];
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

const needsOf = ({ entries }: JobGroup): string[] => entries.flatMap(({ job }) => job.needs ?? []);

/** Splits the jobs of a stage into columns, so that a job is to the right of the jobs of its stage that it needs. */
function toLevels(groups: readonly JobGroup[]): JobGroup[][] {
  const owner = new Map(
    groups.flatMap((group) => [
      [group.name, group] as const,
      ...group.entries.map(({ job }) => [job.name, group] as const),
    ]),
  );
  const levels = new Map<JobGroup, number>();
  const levelOf = (group: JobGroup, above: ReadonlySet<JobGroup>): number => {
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
function byPredecessors(groups: readonly JobGroup[], rowOf: ReadonlyMap<string, number>): JobGroup[] {
  const weighed = groups.map((group, index) => {
    const rows = needsOf(group).flatMap((name) => rowOf.get(name) ?? []);
    const mean = rows.reduce((sum, row) => sum + row, 0) / rows.length;
    return { group, weight: rows.length > 0 ? mean : index };
  });
  return weighed.toSorted((a, b) => a.weight - b.weight).map(({ group }) => group);
}

type PlacelessNode = Omit<GraphNode, "column" | "row">;

function toNodes(stage: string, group: JobGroup, expanded: ReadonlySet<string>): PlacelessNode[] {
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
