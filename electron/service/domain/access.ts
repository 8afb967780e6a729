import type { Role } from "../../../shared/api/contract/operation.ts";
import { forbidden, notFound } from "../http/http-error.ts";
import { findGroup, findGroupByPath, type Group } from "../store/groups/groups.ts";
import { accessLevels, groupAccess, isMemberBelow, projectAccess } from "../store/groups/members.ts";
import { findMovedGroup, findMovedProject } from "../store/projects/former-paths.ts";
import { findOriginal } from "../store/projects/originals.ts";
import { findProject, findProjectByPath, type Project, type Visibility } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import type { User } from "../store/users/users.ts";

/** Access levels in a project; an administrator owns everything. */
export function accessTo(store: Store, user: User | null, project: Project) {
  if (!user) return { own: 0, group: 0 };
  if (user.isAdmin) return { own: accessLevels.owner, group: accessLevels.owner };
  return projectAccess(store, project, user.id);
}

/** The better of what was given in the project and what comes through its group. */
export function levelIn(store: Store, user: User | null, project: Project): number {
  const { own, group } = accessTo(store, user, project);
  return Math.max(own, group);
}

/** Whether a visibility alone lets a user see something; external users see what is internal only as members. */
export const isOpenTo = (visibility: Visibility, user: User | null): boolean =>
  visibility === "public" || (visibility === "internal" && user !== null && !user.external);

export const maySeeProject = (store: Store, user: User | null, project: Project): boolean =>
  !isOffList(store, project) && (isOpenTo(project.visibility, user) || levelIn(store, user, project) > 0);

/** Whether a repository that was opened from disk was taken off the list: its project waits to be opened again. */
const isOffList = (store: Store, project: Project): boolean =>
  project.origin !== null && (findOriginal(store, project.id)?.removedAt ?? null) !== null;

/** A private group is seen by its members, and by those who belong to a project or group below it. */
export function maySeeGroup(store: Store, user: User | null, group: Group): boolean {
  if (isOpenTo(group.visibility, user) || user?.isAdmin) return true;
  if (!user) return false;
  return groupAccess(store, group.id, user.id) > 0 || isMemberBelow(store, group, user.id);
}

/** What a number or path names; an all-digit path is an id (docs/compatibility.md, 21). */
const isId = (idOrPath: string | number): boolean => /^\d+$/.test(String(idOrPath));

/** The project of an id or full path. Throws 404 where it may not be seen and 403 below `role`. */
export function requireProject(
  store: Store,
  user: User | null,
  idOrPath: string | number,
  role?: Role,
): Project {
  const project = isId(idOrPath)
    ? findProject(store, Number(idOrPath))
    : (findProjectByPath(store, String(idOrPath)) ?? findMovedProject(store, String(idOrPath)));
  if (!project || !maySeeProject(store, user, project)) throw notFound("Project");
  if (role && levelIn(store, user, project) < accessLevels[role]) throw forbidden();
  return project;
}

/**
 * Returns the group of an id or full path. Throws 404 where it may not be seen and 403 where the caller's role in it is
 * below `role`.
 */
export function requireGroup(store: Store, user: User | null, idOrPath: string | number, role?: Role): Group {
  const group = isId(idOrPath)
    ? findGroup(store, Number(idOrPath))
    : (findGroupByPath(store, String(idOrPath)) ?? findMovedGroup(store, String(idOrPath)));
  if (!group || !maySeeGroup(store, user, group)) throw notFound("Group");
  if (role && !user?.isAdmin && groupAccess(store, group.id, user?.id ?? 0) < accessLevels[role]) {
    throw forbidden();
  }
  return group;
}

/** Returns the path that an address means now, where it names a group or project by a former one; else null. */
export function findNewPath(
  store: Store,
  user: User | null,
  kind: "group" | "project",
  idOrPath: unknown,
): string | null {
  if (typeof idOrPath !== "string" || isId(idOrPath)) return null;
  if (kind === "project") {
    if (findProjectByPath(store, idOrPath)) return null;
    const project = findMovedProject(store, idOrPath);
    return project && maySeeProject(store, user, project) ? project.fullPath : null;
  }
  if (findGroupByPath(store, idOrPath)) return null;
  const group = findMovedGroup(store, idOrPath);
  return group && maySeeGroup(store, user, group) ? group.fullPath : null;
}
