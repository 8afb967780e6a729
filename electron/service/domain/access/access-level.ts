import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import type { ServiceStore } from "../../service-store.ts";
import { groupAccess, type ProjectAccess, projectAccess } from "../../store/groups/access.ts";
import type { Group } from "../../store/groups/groups.ts";
import { isMemberBelow } from "../../store/groups/members.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";

/** Caller of an operation; `user` is null without a token. */
export interface Caller {
  readonly store: ServiceStore;
  readonly user: User | null;
}

/**
 * Returns the access level of a user in a project or group: the highest of the roles there, in the groups above and
 * through groups that a project is shared with; 0 for none. An administrator owns everything. The only function that
 * decides it; the query of lists, which has to agree with it, is compared in `readable-projects.test.ts`.
 */
export function accessLevel(store: ServiceStore, user: User | null, of: Project | Group): number {
  if (!user) return 0;
  return user.isAdmin ? accessLevels.owner : memberLevel(store, user.id, of);
}

/** Returns the access level that memberships alone give, also to an administrator. */
export function memberLevel(store: ServiceStore, userId: number, of: Project | Group): number {
  if (!isProject(of)) return groupAccess(store, of.id, userId);
  const { own, group } = projectAccess(store, of, userId);
  return Math.max(own, group);
}

/** Returns the access level that a user has in a project through its group and the groups it is shared with. */
export const inheritedLevel = (store: ServiceStore, userId: number, project: Project): number =>
  projectAccess(store, project, userId).group;

/** Returns the access level in a project as its permissions show it: given there, and through groups. */
export function accessParts(store: ServiceStore, user: User | null, project: Project): ProjectAccess {
  if (!user) return { own: 0, group: 0 };
  if (user.isAdmin) return { own: accessLevels.owner, group: accessLevels.owner };
  return projectAccess(store, project, user.id);
}

const isProject = (of: Project | Group): of is Project => "repositoryPath" in of;

/**
 * Returns whether a visibility alone lets a user see something; external users see internal projects only as members.
 */
export const isOpenTo = (visibility: Visibility, user: User | null): boolean =>
  visibility === "public" || (visibility === "internal" && user !== null && !user.external);

/** Returns whether a user sees that a project exists. */
export const maySeeProject = (store: ServiceStore, user: User | null, project: Project): boolean =>
  !isOffList(store, project) && (isOpenTo(project.visibility, user) || accessLevel(store, user, project) > 0);

/** Returns whether a user may read a project's code; guests of a private one see only that it exists. */
export const mayReadCode = (store: ServiceStore, user: User | null, project: Project): boolean =>
  project.visibility !== "private" || accessLevel(store, user, project) >= accessLevels.reporter;

/** Returns whether a repository that was opened from disk was taken off the list: its project waits to be opened again. */
const isOffList = (store: ServiceStore, project: Project): boolean =>
  project.origin !== null && (findOriginal(store, project.id)?.removedAt ?? null) !== null;

/** Returns whether a user sees a group; a private one is seen by members of it and of projects and groups below it. */
export function maySeeGroup(store: ServiceStore, user: User | null, group: Group): boolean {
  if (isOpenTo(group.visibility, user) || accessLevel(store, user, group) > 0) return true;
  return user !== null && isMemberBelow(store, group, user.id);
}
