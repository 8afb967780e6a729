import { z } from "zod";
import { parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const milestoneRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
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
    projectId: row.project_id,
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

/** Milestones of a project, the nearest first, those without a day last. */
export const listMilestoneRows = (store: Store, projectId: number): Milestone[] =>
  parseRows(
    milestoneRow,
    store.all(
      "SELECT * FROM milestones WHERE project_id = ? ORDER BY due_date IS NULL, due_date, id",
      projectId,
    ),
  );

export function findMilestone(store: Store, id: number): Milestone | null {
  const row = store.get("SELECT * FROM milestones WHERE id = ?", id);
  return parseRow(milestoneRow, row);
}

export function insertMilestone(
  store: Store,
  made: Pick<
    Milestone,
    "projectId" | "title" | "description" | "state" | "startDate" | "dueDate" | "createdAt"
  >,
): number {
  return store.run(
    `INSERT INTO milestones (project_id, iid, title, description, state, start_date, due_date, created_at, updated_at)
     VALUES (?, (SELECT coalesce(max(iid), 0) + 1 FROM milestones WHERE project_id = ?), ?, ?, ?, ?, ?, ?, ?)`,
    made.projectId,
    made.projectId,
    made.title,
    made.description,
    made.state,
    made.startDate,
    made.dueDate,
    made.createdAt,
    made.createdAt,
  );
}
