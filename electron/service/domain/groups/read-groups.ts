import { listGroupTree, listProjectsOf } from "../../store/groups/group-tree.ts";
import { type Group, listGroups } from "../../store/groups/groups.ts";
import { listSharedProjects } from "../../store/projects/project-shares.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import {
  type AttributesQuery,
  type CustomAttributes,
  customAttributesOf,
} from "../access/custom-attributes.ts";
import { describeProject, type ProjectDetails } from "../projects/describe-project.ts";
import { filterProjects, type ProjectFilters } from "../projects/project-filters.ts";
import { sumStatistics } from "../projects/project-statistics.ts";
import { filterGroups, type GroupFilters } from "./group-filters.ts";

/** Projects of each kind in a group's detail. */
const maxProjects = 100;

/** A group with the custom attributes that the caller may see. */
export interface GroupDetails {
  readonly group: Group;
  readonly attributes: CustomAttributes | null;
}

/** A group as it is shown alone: with the projects in it and those shared with it. */
export interface SingleGroupDetails extends GroupDetails {
  readonly projects: readonly ProjectDetails[];
  readonly sharedProjects: readonly ProjectDetails[];
}

/** Returns a group with the custom attributes that the caller may see. */
export const describeGroup = (caller: Caller, group: Group, query: AttributesQuery = {}): GroupDetails => ({
  group,
  attributes: customAttributesOf(caller, { kind: "group", id: group.id }, query),
});

/** Returns a group with its projects that the caller may see. */
export async function describeSingleGroup(
  caller: Caller,
  group: Group,
  query: AttributesQuery = {},
): Promise<SingleGroupDetails> {
  const { store, user } = caller;
  const describe = async (projects: readonly Project[]) =>
    (await filterProjects(store, user, {}, projects))
      .slice(0, maxProjects)
      .map((project) => describeProject(caller, project));
  return {
    ...describeGroup(caller, group, query),
    projects: await describe(listProjectsOf(store, [group])),
    sharedProjects: await describe(listSharedProjects(store, [group])),
  };
}

/** Returns the groups that match and that the caller may see: all, those without a parent, or those of a parent. */
export function findGroups(
  { store, user }: Caller,
  filters: GroupFilters & { readonly top_level_only?: boolean | undefined },
  parent?: Group,
): Group[] {
  const all = listGroups(store).filter(({ parentId }) =>
    parent ? parentId === parent.id : !filters.top_level_only || parentId === null,
  );
  return filterGroups(store, user, filters, all);
}

/** Returns the sums of the statistics of all projects below a group, for administrators; null for all others. */
export async function statisticsOfGroup({ store, user }: Caller, group: Group, signal: AbortSignal) {
  if (!user?.isAdmin) return null;
  return sumStatistics(store, listProjectsOf(store, listGroupTree(store, group)), signal);
}

/**
 * Returns the projects of a group that match and that the caller may see, with those shared with it unless refused.
 * `signal` ends git.
 */
export function findProjectsOfGroup(
  { store, user }: Caller,
  group: Group,
  query: ProjectFilters & {
    readonly include_subgroups?: boolean | undefined;
    readonly with_shared?: boolean | undefined;
  },
  signal: AbortSignal,
): Promise<Project[]> {
  const groups = query.include_subgroups ? listGroupTree(store, group) : [group];
  const own = listProjectsOf(store, groups);
  const shared = query.with_shared === false ? [] : listSharedProjects(store, groups);
  const ids = new Set(own.map(({ id }) => id));
  const all = [...own, ...shared.filter(({ id }) => !ids.has(id))];
  return filterProjects(store, user, query, all, signal);
}
