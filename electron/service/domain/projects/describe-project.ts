import { findGroup, type Group } from "../../store/groups/groups.ts";
import { listProjectShares, type ProjectShare } from "../../store/projects/project-shares.ts";
import { countOf, findProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { NotificationScope } from "../../store/users/notification-settings.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessParts, type Caller, maySeeProject } from "../access/access-level.ts";
import {
  type AttributesQuery,
  type CustomAttributes,
  customAttributesOf,
} from "../access/custom-attributes.ts";
import { notificationLevelNumber } from "../people/notification-settings.ts";

/** A project with what lists show of it in the simple form. */
export interface SimpleProjectDetails {
  readonly project: Project;
  /** The group that it is in, null for a personal project. */
  readonly group: Group | null;
  /** The user whose personal project it is, null for one in a group. */
  readonly owner: User | null;
  readonly forks: number;
}

/** The caller's access level in a project and the number of the level of their notifications. */
export interface AccessDetails {
  readonly level: number;
  readonly notificationLevel: number;
}

/** A project with everything that the caller may see. */
export interface ProjectDetails extends SimpleProjectDetails {
  readonly openIssues: number;
  readonly shares: readonly ProjectShare[];
  /** The project that it was forked from, null where there is none that the caller may see. */
  readonly forkedFrom: SimpleProjectDetails | null;
  readonly attributes: CustomAttributes | null;
  readonly projectAccess: AccessDetails | null;
  readonly groupAccess: AccessDetails | null;
}

/** Returns whether a list shows projects in the simple form: where requested, and without a token. */
export const isListedSimply = (
  { user }: Caller,
  { simple }: { readonly simple?: boolean | undefined },
): boolean => simple === true || user === null;

/** Returns a project with its namespace. */
export const describeSimpleProject = (store: Store, project: Project): SimpleProjectDetails => ({
  project,
  group: project.groupId === null ? null : findGroup(store, project.groupId),
  owner: project.userId === null ? null : findUser(store, project.userId),
  forks: countOf(store, project.id).forks,
});

/** Returns a project with everything that the caller may see; custom attributes are for administrators who request them. */
export function describeProject(
  caller: Caller,
  project: Project,
  query: AttributesQuery = {},
): ProjectDetails {
  const { store, user } = caller;
  const { own, group } = accessParts(store, user, project);
  const access = (level: number, scope: NotificationScope): AccessDetails | null =>
    level > 0 && user ? { level, notificationLevel: notificationLevelNumber(store, user, scope) } : null;
  const source = project.forkedFromId === null ? null : findProject(store, project.forkedFromId);
  return {
    ...describeSimpleProject(store, project),
    openIssues: countOf(store, project.id).openIssues,
    shares: listProjectShares(store, project.id),
    forkedFrom: source && maySeeProject(store, user, source) ? describeSimpleProject(store, source) : null,
    attributes: customAttributesOf(caller, { kind: "project", id: project.id }, query),
    projectAccess: access(own, { projectId: project.id }),
    groupAccess: project.groupId === null ? null : access(group, { groupId: project.groupId }),
  };
}
