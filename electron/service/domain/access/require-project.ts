import type { Role } from "../../../../shared/api/contract/operation.ts";
import { forbidden, notFound, unauthorized } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import { findMovedGroup, findMovedProject } from "../../store/groups/former-paths.ts";
import { findGroup, findGroupByPath, type Group } from "../../store/groups/groups.ts";
import { findProject, findProjectByPath, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, type Caller, mayReadCode, maySeeGroup, maySeeProject } from "./access-level.ts";

/** A path that consists of digits is an id (docs/compatibility.md, 21). */
const isId = (idOrPath: string | number): boolean => /^\d+$/.test(String(idOrPath));

/** Returns the project of an id, or of a present or former full path, whoever may see it; null for none. */
export function findNamedProject(store: Store, idOrPath: string | number): Project | null {
  const name = String(idOrPath);
  if (isId(name)) return findProject(store, Number(name));
  return findProjectByPath(store, name) ?? findMovedProject(store, name);
}

/** Returns the project of an id or full path. Throws 404 where the caller may not see it and 403 below `role`. */
export function requireProject({ store, user }: Caller, idOrPath: string | number, role?: Role): Project {
  const project = findNamedProject(store, idOrPath);
  if (!project || !maySeeProject(store, user, project)) throw notFound("Project");
  if (role) requireRole({ store, user }, project, role);
  return project;
}

/** Returns the group of an id or full path. Throws 404 where the caller may not see it and 403 below `role`. */
export function requireGroup({ store, user }: Caller, idOrPath: string | number, role?: Role): Group {
  const group = isId(idOrPath)
    ? findGroup(store, Number(idOrPath))
    : (findGroupByPath(store, String(idOrPath)) ?? findMovedGroup(store, String(idOrPath)));
  if (!group || !maySeeGroup(store, user, group)) throw notFound("Group");
  if (role) requireRole({ store, user }, group, role);
  return group;
}

/** Throws 403 where the caller's access level in a project or group is below that of a role. */
export function requireRole({ store, user }: Caller, of: Project | Group, role: Role): void {
  if (accessLevel(store, user, of) < accessLevels[role]) throw forbidden();
}

/** Returns the project whose code the caller may read. Throws 404, and 403 for guests of a private project. */
export function requireReadableProject(caller: Caller, idOrPath: string | number): Project {
  const project = requireProject(caller, idOrPath);
  if (!mayReadCode(caller.store, caller.user, project)) throw forbidden();
  return project;
}

/**
 * Returns the project that the caller may push to, with the caller: what `updateBranch` takes. Throws 401, 404 and 403.
 * Which branches may be updated is decided there.
 */
export function requirePush(
  caller: Caller,
  idOrPath: string | number,
): { readonly store: Store; readonly project: Project; readonly user: User } {
  const { store, user } = caller;
  if (!user) throw unauthorized();
  return { store, project: requireProject(caller, idOrPath, "developer"), user };
}

/** Returns the present path of a group or project that is named by a former one; else null. */
export function findNewPath(
  { store, user }: Caller,
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
