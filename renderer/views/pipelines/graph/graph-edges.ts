import type { GraphNode, GraphStage } from "./stage-columns.ts";

/** An edge from a box to a dependent one, by their keys. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

/** Order of a pipeline's jobs: by stage or by needs. */
export type KnownNeeds = "unknown" | "stages" | "needs";

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
