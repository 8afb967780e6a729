import { int, parseColumn, text } from "../rows.ts";
import type { Store } from "../store.ts";
import { insertLabel, listLabelRows, scopeOfProject } from "./labels.ts";

/** A merge request or issue: both have assignees, labels, a milestone, times and system notes. */
export interface Issuable {
  readonly type: "MergeRequest" | "Issue";
  readonly id: number;
}

/** Names of tables and columns of each type begin with these. */
const names = { MergeRequest: "merge_request", Issue: "issue" } as const;

/** Returns the ids of the assignees, in the order in which they were set. */
export const assigneesOf = (store: Store, { type, id }: Issuable): number[] =>
  parseColumn(
    "user_id",
    int,
    store.all(`SELECT user_id FROM ${names[type]}_assignees WHERE ${names[type]}_id = ? ORDER BY rowid`, id),
  );

/** Replaces all assignees by the users with these ids. */
export function setAssignees(store: Store, { type, id }: Issuable, users: readonly number[]): void {
  const name = names[type];
  store.run(`DELETE FROM ${name}_assignees WHERE ${name}_id = ?`, id);
  for (const user of new Set(users))
    store.run(`INSERT INTO ${name}_assignees (${name}_id, user_id) VALUES (?, ?)`, id, user);
}

/** Returns the names of the labels, sorted. */
export const labelsOf = (store: Store, { type, id }: Issuable): string[] =>
  parseColumn(
    "name",
    text,
    store.all(
      `SELECT labels.name FROM ${names[type]}_labels JOIN labels ON labels.id = label_id
       WHERE ${names[type]}_id = ? ORDER BY labels.name`,
      id,
    ),
  );

/**
 * Replaces the labels of a merge request or issue by names; those that neither the project nor its groups have are added
 * to the project.
 */
export function setLabels(
  store: Store,
  projectId: number,
  { type, id }: Issuable,
  labels: readonly string[],
): void {
  const name = names[type];
  const scope = scopeOfProject(store, projectId);
  const known = new Map(listLabelRows(store, scope).map((label) => [label.name.toLowerCase(), label.id]));
  store.run(`DELETE FROM ${name}_labels WHERE ${name}_id = ?`, id);
  for (const each of labels) {
    const label = known.get(each.toLowerCase()) ?? insertLabel(store, projectId, { name: each });
    store.run(`INSERT OR IGNORE INTO ${name}_labels (${name}_id, label_id) VALUES (?, ?)`, id, label);
  }
}
