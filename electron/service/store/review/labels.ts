import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { ancestorsOf } from "../groups/groups.ts";
import { int, intOrNull, parseCell, parseCount, parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

/** Tables of labels, of a project or a group each, and of the order that projects give theirs. */
export const labelTables = `
  CREATE TABLE labels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    name TEXT NOT NULL COLLATE NOCASE,
    color TEXT NOT NULL,
    description TEXT,
    CHECK ((project_id IS NULL) <> (group_id IS NULL)),
    UNIQUE (project_id, name),
    UNIQUE (group_id, name)
  ) STRICT;
  CREATE TABLE label_priorities (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    label_id INTEGER NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
    priority INTEGER NOT NULL,
    PRIMARY KEY (project_id, label_id)
  ) STRICT;
`;

const labelRow = z
  .object({
    id: z.int(),
    project_id: intOrNull,
    group_id: intOrNull,
    name: z.string(),
    color: z.string(),
    description: textOrNull,
    priority: intOrNull,
  })
  .transform((row) => ({
    id: row.id,
    /** Exactly one of `projectId` and `groupId` is set. */
    projectId: row.project_id,
    groupId: row.group_id,
    name: row.name,
    color: row.color,
    description: row.description,
    /** Place in the order of the project that it was read for, null for none. */
    priority: row.priority,
  }));

export type Label = Readonly<z.output<typeof labelRow>>;

/** A project with its groups, or groups alone, nearest first: the places whose labels and milestones count there. */
export interface PlanningScope {
  readonly projectId: number | null;
  readonly groupIds: readonly number[];
}

/** Returns the scope of a project: its own, and its groups. */
export function scopeOfProject(store: Store, projectId: number): PlanningScope {
  const row = store.get("SELECT group_id FROM projects WHERE id = ?", projectId);
  const groupId = parseCell("group_id", intOrNull, row);
  return { ...(groupId === null ? { groupIds: [] } : scopeOfGroup(store, groupId)), projectId };
}

/** Returns the scope of a group: its own, and the groups above it. */
export const scopeOfGroup = (store: Store, groupId: number): PlanningScope => ({
  projectId: null,
  groupIds: ancestorsOf(store, groupId).map(({ id }) => id),
});

/** Returns the condition that a row of labels or milestones is in a scope, with its values. */
export const isInScope = ({
  projectId,
  groupIds,
}: PlanningScope): readonly [sql: string, ...SQLInputValue[]] => [
  "(project_id = ? OR group_id IN (SELECT value FROM json_each(?)))",
  projectId,
  JSON.stringify(groupIds),
];

const columns = (projectId: number | null): readonly [sql: string, projectId: number] => [
  "SELECT labels.*, (SELECT priority FROM label_priorities WHERE label_id = labels.id AND label_priorities.project_id = ?) AS priority FROM labels",
  projectId ?? 0,
];

/** Labels of a scope, by name. */
export function listLabelRows(store: Store, scope: PlanningScope): Label[] {
  const [select, project] = columns(scope.projectId);
  const [where, ...values] = isInScope(scope);
  const rows = store.all(`${select} WHERE ${where} ORDER BY name, id`, project, ...values);
  return parseRows(labelRow, rows);
}

/** Returns a label by its id, with its priority in a project; null where there is none. */
export function findLabel(store: Store, id: number, projectId: number | null): Label | null {
  const [select, project] = columns(projectId);
  return parseRow(labelRow, store.get(`${select} WHERE labels.id = ?`, project, id));
}

/** Returns the ids of the labels of a name in a group's projects, and in those of the groups below it. */
export const listLabelsBelow = (store: Store, groupIds: readonly number[], name: string): Label[] =>
  parseRows(
    labelRow,
    store.all(
      `SELECT labels.*, NULL AS priority FROM labels LEFT JOIN projects ON projects.id = labels.project_id
       WHERE labels.name = ? AND coalesce(projects.group_id, labels.group_id) IN (SELECT value FROM json_each(?))`,
      name,
      JSON.stringify(groupIds),
    ),
  );

/** Returns the labels among some names that a project or its groups have, as they write them. */
export function knownLabels(store: Store, projectId: number, names: readonly string[]): string[] {
  const asked = new Set(names.map((name) => name.toLowerCase()));
  return listLabelRows(store, scopeOfProject(store, projectId))
    .map(({ name }) => name)
    .filter((name) => asked.has(name.toLowerCase()));
}

interface NewLabel {
  readonly name: string;
  readonly color?: string;
  readonly description?: string | null;
}

/** Adds a label unless the project has one of the name; returns its id. */
export function insertLabel(store: Store, projectId: number, label: NewLabel): number {
  const known = store.get("SELECT id FROM labels WHERE project_id = ? AND name = ?", projectId, label.name);
  return parseCell("id", int, known) ?? addLabel(store, "project_id", projectId, label);
}

/** Adds a label to a group and returns its id. */
export const insertGroupLabel = (store: Store, groupId: number, label: NewLabel): number =>
  addLabel(store, "group_id", groupId, label);

const addLabel = (
  store: Store,
  column: "project_id" | "group_id",
  id: number,
  { name, color = "#6699cc", description = null }: NewLabel,
): number =>
  store.run(
    `INSERT INTO labels (${column}, name, color, description) VALUES (?, ?, ?, ?)`,
    id,
    name,
    color,
    description,
  );

/** Writes the own fields of a label. */
export const updateLabelRow = (
  store: Store,
  { id, name, color, description }: Pick<Label, "id" | "name" | "color" | "description">,
): void => {
  store.run(
    "UPDATE labels SET name = ?, color = ?, description = ? WHERE id = ?",
    name,
    color,
    description,
    id,
  );
};

/** Sets the place of a label in the order of a project; null for none. */
export function setPriority(store: Store, projectId: number, labelId: number, priority: number | null): void {
  store.run("DELETE FROM label_priorities WHERE project_id = ? AND label_id = ?", projectId, labelId);
  if (priority !== null)
    store.run("INSERT INTO label_priorities VALUES (?, ?, ?)", projectId, labelId, priority);
}

export function deleteLabelRow(store: Store, id: number): void {
  store.run("DELETE FROM labels WHERE id = ?", id);
}

/** Gives everything that has a label another one in its place, with the places in the order of projects. */
export function replaceLabel(store: Store, before: number, after: number): void {
  for (const table of ["merge_request_labels", "issue_labels", "label_priorities"])
    store.run(`UPDATE OR IGNORE ${table} SET label_id = ? WHERE label_id = ?`, after, before);
  deleteLabelRow(store, before);
}

/** Numbers of what has a label, in a project or in the projects of groups. */
export function countLabelled(
  store: Store,
  labelId: number,
  { projectId, groupIds }: PlanningScope,
): { readonly openMergeRequests: number; readonly openIssues: number; readonly closedIssues: number } {
  const count = (table: string, name: string, state: string) =>
    parseCount(
      "count",
      store.get(
        `SELECT count(*) AS count FROM ${name}_labels
           JOIN ${table} ON ${table}.id = ${name}_id
           JOIN projects ON projects.id = ${table}.project_id
         WHERE label_id = ?1 AND state = ?4 AND (projects.id = ?2 OR ?2 IS NULL
           AND projects.group_id IN (SELECT value FROM json_each(?3)))`,
        labelId,
        projectId,
        JSON.stringify(groupIds),
        state,
      ),
    );
  return {
    openMergeRequests: count("merge_requests", "merge_request", "opened"),
    openIssues: count("issues", "issue", "opened"),
    closedIssues: count("issues", "issue", "closed"),
  };
}
