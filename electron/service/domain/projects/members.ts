import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import { listMemberships } from "../../store/groups/members.ts";
import type { Project } from "../../store/projects/projects.ts";
import { listUserRows } from "../../store/users/user-list.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { memberLevel } from "../access/access-level.ts";
import { notFound } from "../refusal.ts";

/** Users that are searched for members. */
const maxUsers = 10_000;

/** A user and the access level in a project. */
export interface ProjectMember {
  readonly user: User;
  readonly level: number;
  /** ISO day on which the membership of the project itself ends, null for none. */
  readonly expiresAt: string | null;
}

/** Returns the days on which memberships of a project itself end, by user. */
const endOf = (store: ServiceStore, project: Project): ReadonlyMap<number, string | null> =>
  new Map(listMemberships(store, project.id).map(({ userId, expiresAt }) => [userId, expiresAt]));

/** Returns a member of a project. Throws `notFound`. */
export function requireMember(store: ServiceStore, project: Project, userId: number): ProjectMember {
  const user = findUser(store, userId);
  // Administrators have an owner's rights: clients that look first whether they may write would refuse to.
  const level = user?.isAdmin ? accessLevels.owner : user ? memberLevel(store, user.id, project) : 0;
  if (!user || level === 0) throw notFound("Member");
  return { user, level, expiresAt: endOf(store, project).get(user.id) ?? null };
}

/** Returns the members of a project whose names match, with their access levels, by name. */
export function findMembers(
  store: ServiceStore,
  project: Project,
  search: string | undefined,
): ProjectMember[] {
  const { users } = listUserRows(store, {
    orderBy: "name",
    sort: "asc",
    limit: maxUsers,
    offset: 0,
    search: search || undefined,
  });
  const ends = endOf(store, project);
  return users.flatMap((user) => {
    const level = memberLevel(store, user.id, project);
    return level > 0 ? [{ user, level, expiresAt: ends.get(user.id) ?? null }] : [];
  });
}
