import { z } from "zod";
import { timeNow } from "../../clock.ts";
import type { IdQuery } from "../projects/readable-projects.ts";
import { intOrNull, parseCount, parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { isInScope, type PlanningScope } from "./labels.ts";

/** Table of milestones, of a project or a group each. */
export const milestoneTables = `
  CREATE TABLE milestones (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    iid INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'active',
    start_date TEXT,
    due_date TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    CHECK ((project_id IS NULL) <> (group_id IS NULL)),
    UNIQUE (project_id, iid),
    UNIQUE (group_id, iid)
  ) STRICT;
`;

const milestoneRow = z
  .object({
    id: z.int(),
    project_id: intOrNull,
    group_id: intOrNull,
    holder_path: z.string(),
    iid: z.int(),
    title: z.string(),
    description: z.string(),
    state: z.string(),
    start_date: textOrNull,
    due_date: textOrNull,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    /** Exactly one of `projectId` and `groupId` is set. */
    projectId: row.project_id,
    groupId: row.group_id,
    /** Full path of that project or group. */
    holderPath: row.holder_path,
    iid: row.iid,
    title: row.title,
    description: row.description,
    state: row.state,
    /** ISO days. */
    startDate: row.start_date,
    dueDate: row.due_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

export type Milestone = Readonly<z.output<typeof milestoneRow>>;

const columns = `SELECT milestones.*, coalesce((SELECT full_path FROM projects WHERE id = project_id),
  (SELECT full_path FROM groups WHERE id = group_id)) AS holder_path FROM milestones`;

/** Milestones of a scope, the nearest first, those without a day last. */
export function listMilestoneRows(store: Store, scope: PlanningScope): Milestone[] {
  const [where, ...values] = isInScope(scope);
  return parseRows(
    milestoneRow,
    store.all(`${columns} WHERE ${where} ORDER BY due_date IS NULL, due_date, id`, ...values),
  );
}

export function findMilestone(store: Store, id: number): Milestone | null {
  return parseRow(milestoneRow, store.get(`${columns} WHERE id = ?`, id));
}

/** Returns the milestones of a title in the projects of groups. */
export const listMilestonesBelow = (store: Store, groupIds: readonly number[], title: string): Milestone[] =>
  parseRows(
    milestoneRow,
    store.all(
      `${columns} WHERE title = ? AND project_id IN
         (SELECT id FROM projects WHERE group_id IN (SELECT value FROM json_each(?)))`,
      title,
      JSON.stringify(groupIds),
    ),
  );

/** Returns a page of the milestones of projects whose titles or descriptions match, newest first, and how many there are. */
export function searchMilestoneRows(
  store: Store,
  projects: IdQuery,
  search: string,
  { number, perPage }: { readonly number: number; readonly perPage: number },
): { readonly rows: Milestone[]; readonly total: number } {
  const where = `WHERE project_id IN (${projects.sql}) AND matches_words(?, title, description)`;
  const values = [...projects.values, search];
  const rows = store.all(
    `${columns} ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    ...values,
    perPage,
    (number - 1) * perPage,
  );
  const count = store.get(`SELECT count(*) AS total FROM milestones ${where}`, ...values);
  return { rows: parseRows(milestoneRow, rows), total: parseCount("total", count) };
}

type NewMilestone = Pick<
  Milestone,
  "title" | "description" | "state" | "startDate" | "dueDate" | "createdAt"
>;

/** Adds a milestone to a project and returns its id. */
export const insertMilestone = (
  store: Store,
  { projectId, ...made }: NewMilestone & { readonly projectId: number },
): number => addMilestone(store, "project_id", projectId, made);

/** Adds a milestone to a group and returns its id. */
export const insertGroupMilestone = (store: Store, groupId: number, made: NewMilestone): number =>
  addMilestone(store, "group_id", groupId, made);

const addMilestone = (
  store: Store,
  column: "project_id" | "group_id",
  holder: number,
  made: NewMilestone,
): number =>
  store.run(
    `INSERT INTO milestones (${column}, iid, title, description, state, start_date, due_date, created_at, updated_at)
     VALUES (?, (SELECT coalesce(max(iid), 0) + 1 FROM milestones WHERE ${column} = ?), ?, ?, ?, ?, ?, ?, ?)`,
    holder,
    holder,
    made.title,
    made.description,
    made.state,
    made.startDate,
    made.dueDate,
    made.createdAt,
    made.createdAt,
  );

/** Writes the own fields of a milestone. */
export function updateMilestoneRow(store: Store, milestone: Milestone): void {
  store.run(
    "UPDATE milestones SET title = ?, description = ?, state = ?, start_date = ?, due_date = ?, updated_at = ? WHERE id = ?",
    milestone.title,
    milestone.description,
    milestone.state,
    milestone.startDate,
    milestone.dueDate,
    timeNow(store),
    milestone.id,
  );
}

export function deleteMilestoneRow(store: Store, id: number): void {
  store.run("DELETE FROM milestones WHERE id = ?", id);
}

/** Gives everything that has a milestone another one in its place. */
export function replaceMilestone(store: Store, before: number, after: number): void {
  for (const table of ["merge_requests", "issues"])
    store.run(`UPDATE ${table} SET milestone_id = ? WHERE milestone_id = ?`, after, before);
  deleteMilestoneRow(store, before);
}
