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
import { requireGroup, requireProject } from "../domain/access/require-project.ts";
import { requireCaller } from "../domain/access/require-user.ts";
import { deletionsOf } from "../domain/deletion/delete-groups.ts";
import { createGroup as addGroup, changeGroup } from "../domain/groups/groups.ts";
import {
  describeGroup,
  describeSingleGroup,
  findGroups,
  findProjectsOfGroup,
  statisticsOfGroup,
} from "../domain/groups/read-groups.ts";
import { transferProject as moveProject } from "../domain/groups/transfer-project.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toGroupDetail, toGroupShape } from "../presenters/group.ts";
import { toProjectPage } from "./projects.ts";

interface Shown {
  readonly statistics?: boolean | undefined;
  readonly with_custom_attributes?: boolean | undefined;
}

/** Returns a page of groups; their statistics are counted one group after the other. */
async function toGroupPage(context: Context, groups: ReturnType<typeof findGroups>, show: Shown) {
  const items = [];
  for (const group of pageOf(context, groups).items) {
    const { signal } = context.request;
    const statistics = show.statistics ? await statisticsOfGroup(context, group, signal) : null;
    const shape = toGroupShape(context, describeGroup(context, group, show));
    items.push({ ...shape, ...(statistics ? { statistics } : {}) });
  }
  return new Paged(items, { total: groups.length });
}

export const groupRoutes = [
  implement(listGroups, (input, context) => toGroupPage(context, findGroups(context, input), input)),
  implement(listSubgroups, (input, context) => {
    const parent = requireGroup(context, input.id);
    return toGroupPage(context, findGroups(context, input, parent), input);
  }),
  implement(listGroupProjects, async (input, context) => {
    const group = requireGroup(context, input.id);
    const found = await findProjectsOfGroup(context, group, input, context.request.signal);
    return toProjectPage(context, found, input);
  }),
  implement(getGroup, async (input, context) => {
    const group = requireGroup(context, input.id);
    return input.with_projects === false
      ? toGroupShape(context, describeGroup(context, group, input))
      : toGroupDetail(context, await describeSingleGroup(context, group, input));
  }),
  implement(createGroup, (input, context) =>
    toGroupShape(context, describeGroup(context, addGroup(context.store, requireCaller(context), input))),
  ),
  implement(updateGroup, async (input, context) => {
    const changed = changeGroup(context.store, requireGroup(context, input.id, "owner"), input);
    return toGroupDetail(context, await describeSingleGroup(context, changed));
  }),
  implement(deleteGroup, (input, context) => {
    deletionsOf(context.store).add(requireGroup(context, input.id, "owner"));
    return undefined;
  }),
  implement(transferProject, async (input, context) => {
    const group = requireGroup(context, input.id);
    moveProject(context.store, requireProject(context, input.project_id), group);
    return toGroupDetail(context, await describeSingleGroup(context, group));
  }),
];
