import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { Role } from "../../../../shared/api/contract/operation.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findMovedGroup, findMovedProject } from "../../store/groups/group-tree.ts";
import { findGroup, findGroupByPath, type Group } from "../../store/groups/groups.ts";
import {
  findProject,
  findProjectByPath,
  forkNetworkOf,
  type Project,
} from "../../store/projects/projects.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";
import { forbidden, notFound, Refusal, unauthorized } from "../refusal.ts";
import { accessLevel, type Caller, mayReadCode, maySeeGroup, maySeeProject } from "./access-level.ts";

/** A path that consists of digits is an id (docs/compatibility.md, 21). */
const isId = (idOrPath: string | number): boolean => /^\d+$/.test(String(idOrPath));

/** Returns the project of an id, or of a present or former full path, whoever may see it; null for none. */
export function findNamedProject(store: ServiceStore, idOrPath: string | number): Project | null {
  const name = String(idOrPath);
  if (isId(name)) return findProject(store, Number(name));
  return findProjectByPath(store, name) ?? findMovedProject(store, name);
}

/** Returns the project of an id or full path. Throws `notFound` where the caller may not see it and `forbidden` below `role`. */
export function requireProject({ store, user }: Caller, idOrPath: string | number, role?: Role): Project {
  const project = findNamedProject(store, idOrPath);
  if (!project || !maySeeProject(store, user, project)) throw notFound("Project");
  if (role) requireRole({ store, user }, project, role);
  return project;
}

/** Returns the group of an id or full path. Throws `notFound` where the caller may not see it and `forbidden` below `role`. */
export function requireGroup({ store, user }: Caller, idOrPath: string | number, role?: Role): Group {
  const group = isId(idOrPath)
    ? findGroup(store, Number(idOrPath))
    : (findGroupByPath(store, String(idOrPath)) ?? findMovedGroup(store, String(idOrPath)));
  if (!group || !maySeeGroup(store, user, group)) throw notFound("Group");
  if (role) requireRole({ store, user }, group, role);
  return group;
}

const features = {
  "merge requests": ({ mergeRequestsEnabled }: Project) => mergeRequestsEnabled,
  snippets: ({ snippetsEnabled }: Project) => snippetsEnabled,
  wiki: ({ wikiEnabled }: Project) => wikiEnabled,
};

/** Throws `forbidden` where a part of a project is switched off in it. */
export function requireFeature(project: Project, feature: keyof typeof features): void {
  if (!features[feature](project)) throw forbidden();
}

/** Throws `forbidden` where the caller's access level in a project or group is below that of a role. */
export function requireRole({ store, user }: Caller, of: Project | Group, role: Role): void {
  if (accessLevel(store, user, of) < accessLevels[role]) throw forbidden();
}

/** Returns the project whose code the caller may read. Throws `notFound`, and `forbidden` for guests of a private project. */
export function requireReadableProject(caller: Caller, idOrPath: string | number): Project {
  const project = requireProject(caller, idOrPath);
  if (!mayReadCode(caller.store, caller.user, project)) throw forbidden();
  return project;
}

/**
 * Returns the project that the caller may push to, with the caller: what `updateBranch` takes. Throws `unauthorized`, `notFound` and `forbidden`.
 * Which branches may be updated is decided there.
 */
export function requirePush(
  caller: Caller,
  idOrPath: string | number,
): { readonly store: ServiceStore; readonly project: Project; readonly user: User } {
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

/**
 * Returns the project that a merge request out of `source` may go into: commits are copied there, and its code is
 * compared. Throws `notFound` where the caller may not see it, `forbidden` where they may not read its code or it takes none, and `unrelatedProjects`
 * where neither project is a fork of the other or of the same one.
 */
export function requireTarget(caller: Caller, source: Project, targetId: number | undefined): Project {
  if (targetId === undefined || targetId === source.id) return source;
  const target = requireReadableProject(caller, targetId);
  if (!target.mergeRequestsEnabled || target.archived) throw forbidden();
  const { store } = caller;
  if (forkNetworkOf(store, target.id) === forkNetworkOf(store, source.id)) return target;
  throw new Refusal("unrelatedProjects", {});
}

/** Returns the user of an id or name. Throws `notFound`. */
export function requireUser({ store }: Caller, idOrName: string | number): User {
  const user = /^\d+$/.test(String(idOrName))
    ? findUser(store, Number(idOrName))
    : findUserByName(store, String(idOrName));
  if (!user) throw notFound("User");
  return user;
}

/** Returns the user of the token. Throws `unauthorized` without one. */
export function requireCaller({ user }: Caller): User {
  if (!user) throw unauthorized();
  return user;
}
