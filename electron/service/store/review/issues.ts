import { int } from "../columns.ts";
import { parseCell } from "../rows.ts";
import type { Store } from "../store.ts";

export interface NewIssue {
  readonly projectId: number;
  readonly title: string;
  readonly description: string;
  readonly authorId: number;
  readonly createdAt: string;
}

/** Returns the id of the issue with a number in a project, null where there is none. */
export function findIssueId(store: Store, projectId: number, iid: number): number | null {
  const row = store.get("SELECT id FROM issues WHERE project_id = ? AND iid = ?", projectId, iid);
  return parseCell("id", int, row);
}

/** Adds an issue with the project's next number and returns its id. */
export const insertIssue = (store: Store, issue: NewIssue): number =>
  store.run(
    `INSERT INTO issues (project_id, iid, title, description, author_id, created_at)
     SELECT ?1, coalesce(max(iid), 0) + 1, ?2, ?3, ?4, ?5 FROM issues WHERE project_id = ?1`,
    issue.projectId,
    issue.title,
    issue.description,
    issue.authorId,
    issue.createdAt,
  );
