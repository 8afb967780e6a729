import { useId, useMemo } from "react";
import styles from "./graph.module.css";
import type { GraphEdge } from "./graph-edges.ts";
import { edgePath, type GraphGeometry, isInView, type Viewport } from "./graph-geometry.ts";
import type { GraphNode } from "./stage-columns.ts";

interface EdgeLinesProps {
  readonly edges: readonly GraphEdge[];
  readonly nodes: readonly GraphNode[];
  /** Keys of the boxes with highlighted lines; null for none. */
  readonly lit: ReadonlySet<string> | null;
  readonly geometry: GraphGeometry;
  readonly view: Viewport;
}

/** The arrows behind the boxes. Their information is part of each box's name. */
export function EdgeLines({ edges, nodes, lit, geometry, view }: EdgeLinesProps) {
  const id = useId();
  const boxes = useMemo(
    () => new Map(nodes.map((node) => [node.key, geometry.boxOf(node)])),
    [nodes, geometry],
  );
  const lines = edges.flatMap(({ from, to }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)];
    if (!start || !end || !(isInView(start, view) || isInView(end, view))) return [];
    return [{ key: `${from}\0${to}`, path: edgePath(start, end), isLit: lit?.has(from) && lit.has(to) }];
  });
  // Highlighted lines are last, above the others.
  const sorted = lines.toSorted((a, b) => Number(a.isLit) - Number(b.isLit));
  return (
    <svg className={styles.lines} {...geometry.size} aria-hidden="true">
      <defs>
        <marker
          id={id}
          viewBox="0 0 6 6"
          refX="4"
          refY="3"
          markerWidth="5.5"
          markerHeight="5.5"
          orient="auto"
        >
          <path d="M0 0L6 3L0 6z" fill="context-stroke" />
        </marker>
      </defs>
      {sorted.map(({ key, path, isLit }) => (
        <path key={key} d={path} data-lit={isLit} markerEnd={`url(#${id})`} />
      ))}
    </svg>
  );
}
