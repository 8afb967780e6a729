import { z } from "zod";
import { parseCell } from "../rows.ts";
import type { Store } from "../store.ts";

/** Tables whose rows belong to a project, and how the newest of a project is found. */
const newest = {
  merge_requests: "SELECT max(id) AS id FROM merge_requests WHERE project_id = ?1",
  issues: "SELECT max(id) AS id FROM issues WHERE project_id = ?1",
  notes: `SELECT max(id) AS id FROM notes WHERE system = 0 AND (
    (parent_type = 'MergeRequest' AND parent_id IN (SELECT id FROM merge_requests WHERE project_id = ?1))
    OR (parent_type = 'Issue' AND parent_id IN (SELECT id FROM issues WHERE project_id = ?1)))`,
  jobs: "SELECT max(id) AS id FROM jobs WHERE project_id = ?1",
  pipelines: "SELECT max(id) AS id FROM pipelines WHERE project_id = ?1",
} as const;

/** Returns the id of what was made last of a kind in a project, null where there is none. */
export const newestOf = (store: Store, kind: keyof typeof newest, projectId: number): number | null =>
  parseCell("id", z.int().nullable(), store.get(newest[kind], projectId));
