import { z } from "zod";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { Role } from "../../../../shared/api/contract/operation.ts";
import { timeNow } from "../../clock.ts";
import { int, parseColumn, parseCount, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { ancestorsOf, type Group } from "./groups.ts";

/** Sets the role of a user in a group or project. */
export function setMember(
  store: Store,
  member: {
    readonly kind: "project" | "group";
    readonly id: number;
    readonly userId: number;
    readonly role: Role;
  },
): void {
  const column = member.kind === "group" ? "group_id" : "project_id";
  store.run(
    `INSERT INTO members (user_id, ${column}, access_level) VALUES (?, ?, ?)
     ON CONFLICT (user_id, ${column}) DO UPDATE SET access_level = excluded.access_level`,
    member.userId,
    member.id,
    accessLevels[member.role],
  );
}

const membershipRow = z
  .object({ user_id: z.int(), access_level: z.int(), expires_at: textOrNull })
  .transform((row) => ({ userId: row.user_id, level: row.access_level, expiresAt: row.expires_at }));

/** A membership of a project itself; `expiresAt` is an ISO day. */
export type Membership = Readonly<z.output<typeof membershipRow>>;

/** The members of a project itself, by the time at which they became ones. */
export const listMemberships = (store: Store, projectId: number): Membership[] =>
  parseRows(
    membershipRow,
    store.all(
      `SELECT * FROM members WHERE project_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY rowid`,
      projectId,
      timeNow(store).slice(0, 10),
    ),
  );

/** Adds a member of a project, or changes one. */
export function putMembership(
  store: Store,
  projectId: number,
  { userId, level, expiresAt }: Membership,
): void {
  store.run(
    `INSERT INTO members (user_id, project_id, access_level, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, project_id) DO UPDATE SET access_level = excluded.access_level, expires_at = excluded.expires_at`,
    userId,
    projectId,
    level,
    expiresAt,
  );
}

export function deleteMembership(store: Store, projectId: number, userId: number): void {
  store.run("DELETE FROM members WHERE project_id = ? AND user_id = ?", projectId, userId);
}

/** Returns whether a user is a member of a group or project below a group, or of one of its projects. */
export const isMemberBelow = (store: Store, group: Group, userId: number): boolean =>
  store.get(
    `SELECT 1 FROM members
       LEFT JOIN projects ON projects.id = members.project_id
       JOIN groups ON groups.id = coalesce(members.group_id, projects.group_id)
     WHERE members.user_id = ? AND (expires_at IS NULL OR expires_at > ?) AND (groups.id = ? OR substr(groups.full_path, 1, ?) = ?) LIMIT 1`,
    userId,
    timeNow(store).slice(0, 10),
    group.id,
    group.fullPath.length + 1,
    `${group.fullPath}/`,
  ) !== undefined;

/** The highest level that a user was given anywhere; 0 for none. */
export function highestAccess(store: Store, userId: number): number {
  const row = store.get("SELECT max(access_level) AS level FROM members WHERE user_id = ?", userId);
  return parseCount("level", row);
}

/** Ids of the groups that a user was made an owner of. */
export const listOwnedGroupIds = (store: Store, userId: number): number[] =>
  parseColumn(
    "group_id",
    int,
    store.all(
      "SELECT group_id FROM members WHERE user_id = ? AND access_level >= ? AND group_id IS NOT NULL ORDER BY group_id",
      userId,
      accessLevels.owner,
    ),
  );

/** Ids of the owners of a group: its own and those of the groups above. */
export const ownersOfGroup = (store: Store, groupId: number): number[] =>
  ancestorsOf(store, groupId).flatMap(({ id }) =>
    parseColumn(
      "user_id",
      int,
      store.all(
        "SELECT user_id FROM members WHERE group_id = ? AND access_level >= ?",
        id,
        accessLevels.owner,
      ),
    ),
  );
