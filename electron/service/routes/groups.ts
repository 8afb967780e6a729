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
import { requireCaller, requireGroup, requireProject } from "../domain/access/require-access.ts";
import { addGroup, changeGroup, moveProjectToGroup } from "../domain/groups/groups.ts";
import {
  describeGroup,
  describeSingleGroup,
  findGroups,
  findProjectsOfGroup,
  type GroupDetails,
  type SingleGroupDetails,
  statisticsOfGroup,
} from "../domain/groups/read-groups.ts";
import { deletionsOf } from "../domain/lifecycle/delete-groups.ts";
import { Paged, pageOf } from "../domain/paged.ts";
import { type Context, implement, type Links } from "../http/implement.ts";
import { toCustomAttributes, toProjectShape } from "../presenters/project.ts";
import { toProjectPage } from "./projects.ts";

interface Shown {
  readonly statistics?: boolean;
  readonly with_custom_attributes?: boolean;
}

/** Returns a page of groups; their statistics are counted one group after the other. */
async function toGroupPage(context: Context, groups: ReturnType<typeof findGroups>, show: Shown) {
  const items = [];
  for (const group of pageOf(context, groups).items) {
    const { signal } = context.request;
    const statistics = show.statistics ? await statisticsOfGroup(context, group, signal) : null;
    const shape = toGroupShape(context, describeGroup(context, group, show));
    items.push({ ...shape, statistics: statistics ?? undefined });
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
    moveProjectToGroup(context.store, requireProject(context, input.project_id), group);
    return toGroupDetail(context, await describeSingleGroup(context, group));
  }),
];

/** Returns a group as the interface shows it. */
const toGroupShape = (links: Links, { group, attributes }: GroupDetails) => ({
  id: group.id,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  lfs_enabled: group.lfsEnabled,
  avatar_url: null,
  web_url: `${links.baseUrl}/groups/${group.fullPath}`,
  request_access_enabled: group.requestAccessEnabled,
  full_name: group.fullName,
  full_path: group.fullPath,
  file_template_project_id: group.fileTemplateProjectId,
  parent_id: group.parentId,
  ...(group.deletionRequestedAt === null
    ? {}
    : { marked_for_deletion_on: group.deletionRequestedAt.slice(0, 10) }),
  ...toCustomAttributes(attributes),
});

/** Returns a group with its projects. */
const toGroupDetail = (links: Links, details: SingleGroupDetails) => ({
  ...toGroupShape(links, details),
  projects: details.projects.map((project) => toProjectShape(links, project)),
  shared_projects: details.sharedProjects.map((project) => toProjectShape(links, project)),
});
