import type { SQLInputValue } from "node:sqlite";
import { accessLevels } from "../access-levels.ts";

/** Fields of a user that decide which projects' code they may read. */
export interface Reader {
  readonly id: number;
  readonly isAdmin: boolean;
  /** External user, who sees internal projects only as a member. */
  readonly external: boolean;
}

/**
 * Returns a query of the ids of all projects whose code a user may read, with its values: those that are open to the
 * user, and those in which a membership, a group or a share gives enough access. `below` limits it to the projects of a
 * group and of those below it. Projects whose original was taken off the list are left out.
 */
export function readableProjects(
  { id, isAdmin, external }: Reader,
  below?: { readonly id: number; readonly fullPath: string },
): { readonly sql: string; readonly values: readonly SQLInputValue[] } {
  const { owner, reporter } = accessLevels;
  const today = new Date().toISOString().slice(0, 10);
  const sql = `
    WITH RECURSIVE group_access (group_id, level) AS (
      SELECT group_id, access_level FROM members WHERE user_id = ? AND group_id IS NOT NULL
      UNION
      SELECT groups.id, level FROM groups JOIN group_access ON groups.parent_id = group_access.group_id
    ), project_access (project_id, level) AS (
      SELECT project_id, access_level FROM members WHERE user_id = ? AND project_id IS NOT NULL
      UNION ALL SELECT id, ${owner} FROM projects WHERE user_id = ?
      UNION ALL SELECT id, level FROM projects JOIN group_access USING (group_id)
      UNION ALL SELECT project_id, min(access_level, level) FROM project_shares JOIN group_access USING (group_id)
        WHERE expires_at IS NULL OR expires_at > ?
    )
    SELECT id FROM projects
    WHERE (${
      isAdmin
        ? "1"
        : `visibility = 'public'
      OR visibility = 'internal' AND ${external ? "id IN (SELECT project_id FROM project_access)" : "1"}
      OR id IN (SELECT project_id FROM project_access WHERE level >= ${reporter})`
    })
    AND id NOT IN (SELECT project_id FROM originals WHERE removed_at IS NOT NULL)`;
  const values = [id, id, id, today];
  if (!below) return { sql, values };
  return {
    sql: `${sql} AND group_id IN (SELECT id FROM groups WHERE id = ? OR substr(full_path, 1, ?) = ?)`,
    values: [...values, below.id, below.fullPath.length + 1, `${below.fullPath}/`],
  };
}
