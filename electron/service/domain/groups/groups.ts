import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { findNameProblem, findPathProblem } from "../../../../shared/text/group-path.ts";
import type { ServiceStore } from "../../service-store.ts";
import { isInTree, listProjectsOf, moveProject, refreshFullPaths } from "../../store/groups/group-tree.ts";
import {
  ancestorsOf,
  findGroup,
  findGroupByPath,
  type Group,
  insertGroup,
  listGroupRows,
  updateGroupRow,
} from "../../store/groups/groups.ts";
import { setMember } from "../../store/groups/members.ts";
import {
  findProject,
  findProjectByPath,
  type Project,
  setVisibility,
} from "../../store/projects/projects.ts";
import { findUserByName, type User } from "../../store/users/users.ts";
import { accessLevel } from "../access/access-level.ts";
import { requireGroup } from "../access/require-access.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { conflict, forbidden, invalid, invalidFields, notFound } from "../refusal.ts";

/** Levels of groups, as many as real services allow. */
const maxDepth = 20;

/** Writable fields of a group. */
interface GroupFields {
  readonly name?: string;
  readonly path?: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  readonly lfs_enabled?: boolean;
  readonly request_access_enabled?: boolean;
  readonly file_template_project_id?: number;
}

/** Returns whether a user owns a group; administrators own all. */
const ownsGroup = (store: ServiceStore, user: User | null, group: Group): boolean =>
  accessLevel(store, user, group) >= accessLevels.owner;

/** Throws `conflict` when a group, or one above it, is being deleted. */
function requireNotBeingDeleted(group: Group): void {
  if (group.deletionRequestedAt !== null) throw conflict(`Group ${group.fullPath} is being deleted`);
}

/**
 * Adds a group, at the top or below another one, owned by the user. Throws `forbidden` where the user may not, `notFound` where the
 * parent may not be seen, and `invalidFields` with the fields that are refused.
 */
export function addGroup(
  store: ServiceStore,
  user: User,
  input: GroupFields & {
    readonly name: string;
    readonly path: string;
    readonly parent_id?: number;
  },
): Group {
  const parent = input.parent_id === undefined ? null : requireGroup({ store, user }, input.parent_id);
  if (parent ? !ownsGroup(store, user, parent) : !mayCreateGroups(user)) throw forbidden();
  if (parent) requireNotBeingDeleted(parent);
  const visibility = input.visibility ?? "private";
  requireNoProblems({
    ...problemsOf(store, parent, { name: input.name, path: input.path }, null),
    ...(parent && ancestorsOf(store, parent.id).length >= maxDepth
      ? { parent_id: ["has too deep level of nesting"] }
      : {}),
    ...visibilityProblem(parent, visibility),
  });
  return store.transaction(() => {
    const group = insertGroup(store, {
      name: input.name,
      path: input.path,
      parentId: parent?.id,
      description: input.description,
      visibility,
      lfsEnabled: input.lfs_enabled,
      requestAccessEnabled: input.request_access_enabled,
    });
    setMember(store, { kind: "group", id: group.id, userId: user.id, role: "owner" });
    emitSystemEvent(store, { name: "group_create", group });
    emitSystemEvent(store, { name: "user_add_to_group", user, group, access: "Owner" });
    return group;
  });
}

/** Changes a group; a new path or name reaches all below it. Throws `invalidFields` with the fields that are refused. */
export function changeGroup(store: ServiceStore, group: Group, input: GroupFields): Group {
  requireNotBeingDeleted(group);
  const next: Group = {
    ...group,
    name: input.name ?? group.name,
    path: input.path ?? group.path,
    description: input.description ?? group.description,
    visibility: input.visibility ?? group.visibility,
    lfsEnabled: input.lfs_enabled ?? group.lfsEnabled,
    requestAccessEnabled: input.request_access_enabled ?? group.requestAccessEnabled,
    fileTemplateProjectId: input.file_template_project_id ?? group.fileTemplateProjectId,
  };
  const parent = group.parentId === null ? null : findGroup(store, group.parentId);
  requireNoProblems({
    ...problemsOf(
      store,
      parent,
      {
        ...(next.name === group.name ? {} : { name: next.name }),
        ...(next.path === group.path ? {} : { path: next.path }),
      },
      group,
    ),
    ...visibilityProblem(parent, next.visibility),
    ...contentProblem(store, next),
    ...templateProblem(store, next),
  });
  return store.transaction(() => {
    updateGroupRow(store, next);
    refreshFullPaths(store, group.id);
    const changed = findGroup(store, group.id);
    if (!changed) throw notFound("Group");
    if (changed.fullPath !== group.fullPath) {
      emitSystemEvent(store, { name: "group_rename", group: changed, old: group });
    }
    return changed;
  });
}

/** Returns whether a user may add groups at the top. */
const mayCreateGroups = (user: User): boolean => user.isAdmin || (user.canCreateGroup && !user.external);

type Problems = Readonly<Record<string, readonly string[]>>;

function requireNoProblems(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** Returns what is wrong with a name and a path below a parent; `self` is the group that may have them already. */
function problemsOf(
  store: ServiceStore,
  parent: Group | null,
  { name, path }: { readonly name?: string; readonly path?: string },
  self: Group | null,
): Problems {
  const namesake =
    name === undefined
      ? undefined
      : listGroupRows(store).find(
          (group) =>
            group.parentId === (parent?.id ?? null) &&
            group.id !== self?.id &&
            group.name.toLowerCase() === name.toLowerCase(),
        );
  const nameProblem = name === undefined ? null : (findNameProblem(name) ?? (namesake ? taken : null));
  const pathProblem =
    path === undefined
      ? null
      : (findPathProblem(path, parent ? "below" : "top") ??
        (isPathTaken(store, parent ? `${parent.fullPath}/${path}` : path, self) ? taken : null));
  return {
    ...(nameProblem === null ? {} : { name: [nameProblem] }),
    ...(pathProblem === null ? {} : { path: [pathProblem] }),
  };
}

const taken = "has already been taken";

/** Groups, projects and, at the top, users share their paths. */
function isPathTaken(store: ServiceStore, fullPath: string, self: Group | null): boolean {
  const group = findGroupByPath(store, fullPath);
  if (group) return group.id !== self?.id;
  return findProjectByPath(store, fullPath) !== null || findUserByName(store, fullPath) !== null;
}

const ranks = { private: 0, internal: 1, public: 2 } as const;

/** Returns whether something in a group may be seen by more people than the group. */
export const isWider = (inner: Visibility, outer: Visibility): boolean => ranks[inner] > ranks[outer];

const visibilityProblem = (parent: Group | null, visibility: Visibility): Problems =>
  parent && isWider(visibility, parent.visibility)
    ? {
        visibility_level: [
          `${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`,
        ],
      }
    : {};

/** A group is seen by at least as many people as what it contains. */
function contentProblem(store: ServiceStore, group: Group): Problems {
  const refused = (what: string) => ({
    visibility_level: [
      `${group.visibility} is not allowed since this group contains ${what} with higher visibility.`,
    ],
  });
  const below = listGroupRows(store).filter(({ parentId }) => parentId === group.id);
  if (below.some(({ visibility }) => isWider(visibility, group.visibility))) return refused("sub-groups");
  const projects = listProjectsOf(store, [group]);
  return projects.some(({ visibility }) => isWider(visibility, group.visibility)) ? refused("projects") : {};
}

/** Templates are of a project in the group or below it. */
function templateProblem(store: ServiceStore, group: Group): Problems {
  if (group.fileTemplateProjectId === null) return {};
  const project = findProject(store, group.fileTemplateProjectId);
  const holder = project?.groupId == null ? null : findGroup(store, project.groupId);
  return holder && isInTree(holder, group) ? {} : { file_template_project_id: ["is invalid"] };
}

/**
 * Moves a project into a group. A project that is more visible than the group gets the group's visibility. Throws `invalid`
 * where the project is there already or its path is taken, `conflict` where the group is being deleted.
 */
export function moveProjectToGroup(store: ServiceStore, project: Project, group: Group): void {
  requireNotBeingDeleted(group);
  if (project.groupId === group.id) throw failed("Project is already in this namespace.");
  const fullPath = `${group.fullPath}/${project.path}`;
  if (findProjectByPath(store, fullPath) || findGroupByPath(store, fullPath)) {
    throw failed("Project with same name or path in target namespace already exists");
  }
  store.transaction(() => {
    moveProject(store, project, group);
    if (isWider(project.visibility, group.visibility)) setVisibility(store, project.id, group.visibility);
    const moved = findProject(store, project.id) ?? project;
    emitSystemEvent(store, { name: "project_transfer", project: moved, oldFullPath: project.fullPath });
  });
}

/**
 * Moves a project to a user, as one of the user's own. Throws `invalid` where it is there already or its path is taken.
 */
export function moveProjectToUser(store: ServiceStore, project: Project, user: User): void {
  if (project.userId === user.id) throw failed("Project is already in this namespace.");
  if (findProjectByPath(store, `${user.username}/${project.path}`))
    throw failed("Project with same name or path in target namespace already exists");
  store.transaction(() => {
    moveProject(store, project, { userId: user.id, username: user.username });
    const moved = findProject(store, project.id) ?? project;
    emitSystemEvent(store, { name: "project_transfer", project: moved, oldFullPath: project.fullPath });
  });
}

const failed = (why: string) => invalid(`Failed to transfer project: ${why}`);
