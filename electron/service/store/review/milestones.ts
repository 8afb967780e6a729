import type { Row, Store } from "../store.ts";

export interface Milestone {
  readonly id: number;
  readonly projectId: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: string;
  /** ISO days. */
  readonly startDate: string | null;
  readonly dueDate: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const toMilestone = (row: Row): Milestone => ({
  id: Number(row.id),
  projectId: Number(row.project_id),
  iid: Number(row.iid),
  title: String(row.title),
  description: String(row.description),
  state: String(row.state),
  startDate: row.start_date === null ? null : String(row.start_date),
  dueDate: row.due_date === null ? null : String(row.due_date),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
});

/** Milestones of a project, the nearest first, those without a day last. */
export const listMilestoneRows = (store: Store, projectId: number): Milestone[] =>
  store
    .all("SELECT * FROM milestones WHERE project_id = ? ORDER BY due_date IS NULL, due_date, id", projectId)
    .map(toMilestone);

export function findMilestone(store: Store, id: number): Milestone | null {
  const row = store.get("SELECT * FROM milestones WHERE id = ?", id);
  return row ? toMilestone(row) : null;
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
