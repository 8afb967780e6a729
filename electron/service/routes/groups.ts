import { getGroup, listGroupProjects, listGroups, listSubgroups } from "../../../shared/api/groups.ts";
import { maySeeGroup } from "../access.ts";
import { type Context, implement, mapPage, pageOf } from "../implement.ts";
import { type Group, listGroups as readGroups } from "../store/groups.ts";
import { accessLevels, groupAccess } from "../store/members.ts";
import { matchesWords } from "../store/search-words.ts";
import { toProjectShape } from "./project-shape.ts";
import { filterProjects, toProjectPage } from "./projects.ts";

const toGroupShape = (context: Context, group: Group) => ({
  id: group.id,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  lfs_enabled: group.lfsEnabled,
  avatar_url: null,
  web_url: `${context.baseUrl}/groups/${group.fullPath}`,
  request_access_enabled: group.requestAccessEnabled,
  full_name: group.fullName,
  full_path: group.fullPath,
  file_template_project_id: null,
  parent_id: group.parentId,
});

interface GroupFilters {
  readonly skip_groups?: readonly number[] | undefined;
  readonly all_available?: boolean | undefined;
  readonly search?: string | undefined;
  readonly order_by?: "name" | "path" | "id" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly owned?: boolean | undefined;
  readonly min_access_level?: number | undefined;
}

/** Groups that pass the filters and that the caller may see. */
function filterGroups(context: Context, filters: GroupFilters, all: readonly Group[]): Group[] {
  const { store, user } = context;
  const level = ({ id }: Group) => (user ? groupAccess(store, id, user.id) : 0);
  const { search } = filters;
  const key = filters.order_by ?? "name";
  const sign = filters.sort === "desc" ? -1 : 1;
  return all
    .filter((group) => {
      if (!maySeeGroup(store, user, group)) return false;
      if (filters.skip_groups?.includes(group.id)) return false;
      if (search && !matchesWords(search, [group.name, group.path])) return false;
      if (filters.owned && level(group) < accessLevels.owner) return false;
      return !filters.min_access_level || level(group) >= filters.min_access_level;
    })
    .toSorted((a, b) => {
      const order = key === "id" ? 0 : a[key].toLowerCase().localeCompare(b[key].toLowerCase());
      return sign * (order || a.id - b.id);
    });
}

const isBelow = (group: Group, ancestor: Group): boolean =>
  group.id === ancestor.id || group.fullPath.startsWith(`${ancestor.fullPath}/`);

export const groupRoutes = [
  implement(listGroups, (input, context) => {
    const all = readGroups(context.store).filter((group) => !input.top_level_only || group.parentId === null);
    return mapPage(pageOf(context, filterGroups(context, input, all)), (group) =>
      toGroupShape(context, group),
    );
  }),
  implement(listSubgroups, (input, context) => {
    const parent = context.group(input.id);
    const all = readGroups(context.store).filter(({ parentId }) => parentId === parent.id);
    return mapPage(pageOf(context, filterGroups(context, input, all)), (group) =>
      toGroupShape(context, group),
    );
  }),
  implement(listGroupProjects, async (input, context) => {
    const group = context.group(input.id);
    const below = new Set(
      readGroups(context.store)
        .filter((other) => (input.include_subgroups ? isBelow(other, group) : other.id === group.id))
        .map(({ id }) => id),
    );
    const projects = await filterProjects(
      context,
      input,
      (project) => project.groupId !== null && below.has(project.groupId),
    );
    return toProjectPage(context, projects, input);
  }),
  implement(getGroup, async (input, context) => {
    const group = context.group(input.id);
    if (input.with_projects === false) return toGroupShape(context, group);
    const projects = await filterProjects(context, {}, (project) => project.groupId === group.id);
    return {
      ...toGroupShape(context, group),
      projects: projects.slice(0, 100).map((project) => toProjectShape(context, project)),
      shared_projects: [],
    };
  }),
];
