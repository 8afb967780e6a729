import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroupProjects,
  listGroups,
  listSubgroups,
  transferProject,
  updateGroup,
} from "../../../shared/api/resources/groups.ts";
import { deletionsOf } from "../domain/groups/delete-groups.ts";
import { filterGroups, type GroupFilters } from "../domain/groups/group-filters.ts";
import { createGroup as addGroup, changeGroup } from "../domain/groups/groups.ts";
import { filterProjects } from "../domain/projects/project-filters.ts";
import { sumStatistics } from "../domain/projects/project-statistics.ts";
import { transferProject as moveProject } from "../domain/projects/transfer-project.ts";
import type { Context } from "../http/context.ts";
import { unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toGroupShape } from "../presenters/group.ts";
import { toProjectShape } from "../presenters/project.ts";
import { listGroupTree, listProjectsOf } from "../store/groups/group-tree.ts";
import { findGroup, type Group, listGroups as readGroups } from "../store/groups/groups.ts";
import { listSharedProjects } from "../store/projects/project-shares.ts";
import { toProjectPage } from "./projects.ts";

/** Projects of each kind in a group's detail. */
const maxProjects = 100;

interface Shown {
  readonly statistics?: boolean | undefined;
  readonly with_custom_attributes?: boolean | undefined;
}

/** Returns a page of the groups that match; statistics are for administrators and count all below a group. */
async function toGroupPage(context: Context, input: GroupFilters & Shown, all: readonly Group[]) {
  const { store, user, request } = context;
  const page = pageOf(context, filterGroups(store, user, input, all));
  const items = [];
  for (const group of page.items) {
    const counted =
      input.statistics && user?.isAdmin
        ? await sumStatistics(store, listProjectsOf(store, listGroupTree(store, group)), request.signal)
        : null;
    items.push({ ...toGroupShape(context, group, input), ...(counted ? { statistics: counted } : {}) });
  }
  return new Paged(items, { total: page.total ?? 0 });
}

async function toDetail(context: Context, group: Group, show: Shown = {}) {
  const { store, user } = context;
  const own = await filterProjects(store, user, {}, listProjectsOf(store, [group]));
  const shared = await filterProjects(store, user, {}, listSharedProjects(store, [group]));
  return {
    ...toGroupShape(context, group, show),
    projects: own.slice(0, maxProjects).map((project) => toProjectShape(context, project)),
    shared_projects: shared.slice(0, maxProjects).map((project) => toProjectShape(context, project)),
  };
}

export const groupRoutes = [
  implement(listGroups, (input, context) => {
    const all = readGroups(context.store).filter((group) => !input.top_level_only || group.parentId === null);
    return toGroupPage(context, input, all);
  }),
  implement(listSubgroups, (input, context) => {
    const parent = context.group(input.id);
    return toGroupPage(
      context,
      input,
      readGroups(context.store).filter(({ parentId }) => parentId === parent.id),
    );
  }),
  implement(listGroupProjects, async (input, context) => {
    const group = context.group(input.id);
    const { store, user } = context;
    const groups = input.include_subgroups ? listGroupTree(store, group) : [group];
    const own = listProjectsOf(store, groups);
    const shared = input.with_shared === false ? [] : listSharedProjects(store, groups);
    const ids = new Set(own.map(({ id }) => id));
    const all = [...own, ...shared.filter(({ id }) => !ids.has(id))];
    return toProjectPage(context, await filterProjects(store, user, input, all), input);
  }),
  implement(getGroup, (input, context) => {
    const group = context.group(input.id);
    return input.with_projects === false
      ? toGroupShape(context, group, input)
      : toDetail(context, group, input);
  }),
  implement(createGroup, (input, context) => {
    if (!context.user) throw unauthorized();
    return toGroupShape(context, addGroup(context.store, context.user, input));
  }),
  implement(updateGroup, (input, context) =>
    toDetail(context, changeGroup(context.store, context.group(input.id, "owner"), input)),
  ),
  implement(deleteGroup, (input, context) => {
    deletionsOf(context.store).add(context.group(input.id, "owner"));
    return undefined;
  }),
  implement(transferProject, (input, context) => {
    const group = context.group(input.id);
    moveProject(context.store, context.project(input.project_id), group);
    return toDetail(context, findGroup(context.store, group.id) ?? group);
  }),
];
