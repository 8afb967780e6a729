import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";

/** A column of the board: open issues with a label, those with none of the columns' labels, or closed ones. */
export type BoardColumn =
  | { readonly kind: "open" | "closed" }
  | { readonly kind: "label"; readonly label: string };

/** Fields that place an issue in columns. */
export type Placed = Pick<Issue, "labels" | "state">;

/** Returns the columns of a board whose labels are these, from left to right. */
export const columnsOf = (labels: readonly string[]): readonly BoardColumn[] => [
  { kind: "open" },
  ...labels.map((label) => ({ kind: "label" as const, label })),
  { kind: "closed" },
];

/** Returns a key of a column that is unique on its board. */
export const columnKey = (column: BoardColumn): string =>
  column.kind === "label" ? `label ${column.label}` : column.kind;

/** Returns the name of a column as it is shown. */
export const columnName = (column: BoardColumn): string =>
  column.kind === "label" ? column.label : column.kind === "open" ? "Open" : "Closed";

/** Returns whether a column shows an issue; one with the labels of several columns is in each. */
export function isInColumn({ labels: own, state }: Placed, column: BoardColumn, labels: readonly string[]) {
  if (state === "closed") return column.kind === "closed";
  if (column.kind === "label") return own.includes(column.label);
  return column.kind === "open" && !labels.some((label) => own.includes(label));
}

/**
 * Returns an issue as it is after a move from one column to another: the label of the first is removed and that of the other
 * added, Open removes the labels of all columns, Closed closes it with its labels.
 */
export function movedTo(
  issue: Placed,
  from: BoardColumn,
  to: BoardColumn,
  labels: readonly string[],
): Placed {
  if (to.kind === "closed") return { labels: issue.labels, state: "closed" };
  const removed = to.kind === "open" ? labels : from.kind === "label" ? [from.label] : [];
  const kept = issue.labels.filter((label) => !removed.includes(label));
  const added = to.kind === "label" && !kept.includes(to.label) ? [to.label] : [];
  return { labels: [...kept, ...added], state: "opened" };
}

/** Labels of work in progress, by what teams call them. */
const stages = /(^|\W)(to.?do|next|ready|doing|in.progress|wip|review|testing|blocked)(\W|$)/i;
/** Scoped labels of which an issue has one. */
const scoped = /^(workflow|status|stage)::/i;
const maxProposed = 4;

/** Returns the labels that a board begins with before its columns are chosen. */
export function proposedColumns(names: readonly string[]): readonly string[] {
  const ofScope = names.filter((name) => scoped.test(name));
  return (ofScope.length > 0 ? ofScope : names.filter((name) => stages.test(name))).slice(0, maxProposed);
}
