import type { SQLInputValue } from "node:sqlite";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { timeNow } from "../../clock.ts";
import type { Store } from "../store.ts";

/** Fields of a user that decide which projects' code they may read. */
export interface Reader {
  readonly id: number;
  readonly isAdmin: boolean;
  /** External user, who sees internal projects only as a member. */
  readonly external: boolean;
}

/** A query of ids with its values. */
export interface IdQuery {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}
/** A group that a query is limited to, with those below it. */
interface Below {
  readonly id: number;
  readonly fullPath: string;
}

/**
 * Returns a query of the ids of all projects whose code a user may read: those that are open to the user, and those in
 * which a membership, a group or a share gives enough access. `below` limits it to the projects of a group and of those
 * below it. Projects whose original was taken off the list are left out.
 */
export const readableProjects = (store: Store, reader: Reader, below?: Below): IdQuery =>
  projectQuery(store, reader, `${openProjects(reader)} OR ${memberProjects(accessLevels.reporter)}`, below);

/** Returns a query of the ids of all projects that a user sees, guests of private ones too; as {@link readableProjects}. */
export const visibleProjects = (store: Store, reader: Reader, below?: Below): IdQuery =>
  projectQuery(store, reader, `${openProjects(reader)} OR ${memberProjects(accessLevels.guest)}`, below);

/** Returns a query of the id of one project, in place of those of {@link readableProjects}. */
export const onlyProject = (id: number): IdQuery => ({ sql: "SELECT ?", values: [id] });

/** Returns a query of the ids of all projects in which a user is a reporter or more. */
export const projectsOfReporter = (store: Store, reader: Reader): IdQuery =>
  projectQuery(store, reader, memberProjects(accessLevels.reporter), undefined);

const memberProjects = (level: number) =>
  `id IN (SELECT project_id FROM project_access WHERE level >= ${level})`;
const openProjects = ({ external }: Reader) =>
  `visibility = 'public'
      OR visibility = 'internal' AND ${external ? "id IN (SELECT project_id FROM project_access)" : "1"}`;

function projectQuery(
  store: Store,
  { id, isAdmin }: Reader,
  condition: string,
  below: Below | undefined,
): IdQuery {
  const today = timeNow(store).slice(0, 10);
  const sql = `
    WITH RECURSIVE group_access (group_id, level) AS (
      SELECT group_id, access_level FROM members WHERE user_id = ? AND group_id IS NOT NULL
        AND (expires_at IS NULL OR expires_at > ?)
      UNION
      SELECT groups.id, level FROM groups JOIN group_access ON groups.parent_id = group_access.group_id
    ), project_access (project_id, level) AS (
      SELECT project_id, access_level FROM members WHERE user_id = ? AND project_id IS NOT NULL
        AND (expires_at IS NULL OR expires_at > ?)
      UNION ALL SELECT id, ${accessLevels.owner} FROM projects WHERE user_id = ?
      UNION ALL SELECT id, level FROM projects JOIN group_access USING (group_id)
      UNION ALL SELECT project_id, min(access_level, level) FROM project_shares JOIN group_access USING (group_id)
        WHERE expires_at IS NULL OR expires_at > ?
    )
    SELECT id FROM projects
    WHERE (${isAdmin ? "1" : condition})
    AND id NOT IN (SELECT project_id FROM originals WHERE removed_at IS NOT NULL)`;
  const values = [id, today, id, today, id, today];
  if (!below) return { sql, values };
  return {
    sql: `${sql} AND group_id IN (SELECT id FROM groups WHERE id = ? OR substr(full_path, 1, ?) = ?)`,
    values: [...values, below.id, below.fullPath.length + 1, `${below.fullPath}/`],
  };
}
