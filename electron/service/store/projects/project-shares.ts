import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { type Project, toProjects } from "./projects.ts";

const shareRow = z
  .object({
    group_id: z.int(),
    name: z.string(),
    full_path: z.string(),
    access_level: z.int(),
    expires_at: textOrNull,
  })
  .transform((row) => ({
    groupId: row.group_id,
    groupName: row.name,
    groupFullPath: row.full_path,
    /** Highest access level that members of the group get in the project. */
    accessLevel: row.access_level,
    /** Day on which the share ends, null for never. */
    expiresAt: row.expires_at,
  }));

/** A group whose members have access to a project of another group. */
export type ProjectShare = Readonly<z.output<typeof shareRow>>;

/** Returns the groups that a project is shared with; shares that have ended are left out. */
export const listProjectShares = (store: Store, projectId: number): ProjectShare[] =>
  store
    .all(
      `SELECT group_id, name, full_path, access_level, expires_at
       FROM project_shares JOIN groups ON groups.id = group_id
       WHERE project_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY full_path`,
      projectId,
      timeNow(store).slice(0, 10),
    )
    .map((row) => shareRow.parse(row));

/** Returns the projects of other groups that are shared with one of the given groups. */
export const listSharedProjects = (store: Store, groups: readonly { readonly id: number }[]): Project[] =>
  toProjects(
    store,
    store.all(
      `SELECT DISTINCT projects.* FROM projects JOIN project_shares ON project_shares.project_id = projects.id
       WHERE project_shares.group_id IN (SELECT value FROM json_each(?)) AND (expires_at IS NULL OR expires_at > ?)
       ORDER BY projects.id`,
      JSON.stringify(groups.map(({ id }) => id)),
      timeNow(store).slice(0, 10),
    ),
  );

/** Shares a project with the members of a group, up to a level and until a day. */
export function shareProject(
  store: Store,
  share: {
    readonly projectId: number;
    readonly groupId: number;
    readonly accessLevel: number;
    readonly expiresAt?: string;
  },
): void {
  store.run(
    `INSERT INTO project_shares (project_id, group_id, access_level, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET access_level = excluded.access_level, expires_at = excluded.expires_at`,
    share.projectId,
    share.groupId,
    share.accessLevel,
    share.expiresAt ?? null,
  );
}
