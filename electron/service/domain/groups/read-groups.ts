import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import { hasCustomAttributes } from "../../store/custom-attributes.ts";
import { listGroupTree, listProjectsOf } from "../../store/groups/group-tree.ts";
import { type Group, listGroupRows } from "../../store/groups/groups.ts";
import { isMemberBelow } from "../../store/groups/members.ts";
import { listSharedProjects } from "../../store/projects/project-shares.ts";
import type { Project } from "../../store/projects/projects.ts";
import { matchesWords } from "../../store/search-words.ts";
import type { User } from "../../store/users/users.ts";
import { type Caller, maySeeGroup, memberLevel } from "../access/access-level.ts";
import {
  type AttributesQuery,
  type CustomAttributes,
  customAttributesOf,
} from "../access/visible-attributes.ts";
import { describeProject, type ProjectDetails, sumStatistics } from "../projects/describe-project.ts";
import { filterProjects, type ProjectFilters } from "../projects/find-projects.ts";

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
  filters: GroupFilters & { readonly top_level_only?: boolean },
  parent?: Group,
): Group[] {
  const all = listGroupRows(store).filter(({ parentId }) =>
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
    readonly include_subgroups?: boolean;
    readonly with_shared?: boolean;
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

/** Filters that the lists of groups share (Groups › List). */
interface GroupFilters {
  readonly skip_groups?: readonly number[];
  readonly all_available?: boolean;
  readonly search?: string;
  readonly order_by?: "name" | "path" | "id";
  readonly sort?: "asc" | "desc";
  readonly owned?: boolean;
  readonly min_access_level?: number;
  readonly custom_attributes?: Readonly<Record<string, string>>;
}

/** Returns the groups that a caller may see and that pass the filters, in the requested order. */
const filterGroups = (
  store: ServiceStore,
  user: User | null,
  filters: GroupFilters,
  all: readonly Group[],
): Group[] =>
  all
    .filter((group) => passes(group, filters) && isListed(store, user, filters, group))
    .filter(
      ({ id }) =>
        !(user?.isAdmin && filters.custom_attributes) ||
        hasCustomAttributes(store, { kind: "group", id }, filters.custom_attributes),
    )
    .toSorted(order(filters));

function passes(group: Group, { skip_groups, search }: GroupFilters): boolean {
  if (skip_groups?.includes(group.id)) return false;
  return !search || matchesWords(search, [group.name, group.path]);
}

/** `owned` and `min_access_level` take precedence over `all_available`, which only administrators have by default. */
function isListed(store: ServiceStore, user: User | null, filters: GroupFilters, group: Group): boolean {
  const { owned, min_access_level: least, all_available: all = user?.isAdmin ?? true } = filters;
  if (owned || least) {
    const level = user ? memberLevel(store, user.id, group) : 0;
    return level >= Math.max(owned ? accessLevels.owner : 0, least ?? 0);
  }
  if (all || !user) return maySeeGroup(store, user, group);
  return memberLevel(store, user.id, group) > 0 || isMemberBelow(store, group, user.id);
}

function order({ order_by: key = "name", sort }: GroupFilters): (a: Group, b: Group) => number {
  const sign = sort === "desc" ? -1 : 1;
  return (a, b) => {
    const byText = key === "id" ? 0 : a[key].toLowerCase().localeCompare(b[key].toLowerCase());
    return sign * (byText || a.id - b.id);
  };
}
