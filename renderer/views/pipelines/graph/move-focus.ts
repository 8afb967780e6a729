import type { GraphNode } from "./stage-columns.ts";

/** Returns the box that an arrow key, Home or End moves to from another one; null for other keys. */
export function movedNode(key: string, current: GraphNode, nodes: readonly GraphNode[]): GraphNode | null {
  const inColumn = (column: number) => nodes.filter((node) => node.column === column);
  const own = inColumn(current.column);
  const at = own.indexOf(current);
  switch (key) {
    case "ArrowDown":
      return own[at + 1] ?? current;
    case "ArrowUp":
      return own[at - 1] ?? current;
    case "Home":
      return own[0] ?? current;
    case "End":
      return own.at(-1) ?? current;
    case "ArrowRight":
      return nearest(inColumn(current.column + 1), current.row) ?? current;
    case "ArrowLeft":
      return nearest(inColumn(current.column - 1), current.row) ?? current;
    default:
      return null;
  }
}

const nearest = (nodes: readonly GraphNode[], row: number): GraphNode | undefined =>
  nodes.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row))[0];
