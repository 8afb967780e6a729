import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import { getProject, listProjects, listUserProjects } from "../../../shared/api/resources/projects.ts";
import { accessLevel } from "../domain/access/access-level.ts";
import { requireUser } from "../domain/access/require-user.ts";
import { registrationToken } from "../domain/ci/runner-tokens.ts";
import { filterProjects } from "../domain/projects/project-filters.ts";
import { findLicense } from "../domain/projects/project-license.ts";
import { readProjectStatistics } from "../domain/projects/project-statistics.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { toLicense } from "../presenters/license.ts";
import { toProjectShape, toSimpleProject } from "../presenters/project.ts";
import { accessLevels } from "../store/groups/members.ts";
import { type Project, listProjects as readProjects } from "../store/projects/projects.ts";

interface Shown {
  readonly simple?: boolean | undefined;
  readonly statistics?: boolean | undefined;
  readonly with_custom_attributes?: boolean | undefined;
}

/** Returns a page of projects; in the simple form without a token. */
export async function toProjectPage(
  context: Context,
  projects: readonly Project[],
  show: Shown,
): Promise<Paged<OutputOf<typeof listProjects>[number] | ReturnType<typeof toSimpleProject>>> {
  const page = pageOf(context, projects);
  if (show.simple || !context.user) return mapPage(page, (project) => toSimpleProject(context, project));
  const items = [];
  for (const project of page.items) {
    items.push({
      ...toProjectShape(context, project, show),
      ...(show.statistics ? await statisticsOf(context, project) : {}),
    });
  }
  return new Paged(items, { total: page.total ?? 0 });
}

const statisticsOf = async ({ store, request }: Context, project: Project) => ({
  statistics: await readProjectStatistics(store, project, request.signal),
});

export const projectRoutes = [
  implement(listProjects, async (input, context) => {
    const { store, user } = context;
    return toProjectPage(context, await filterProjects(store, user, input, readProjects(store)), input);
  }),
  implement(listUserProjects, async (input, context) => {
    const { store, user } = context;
    const owner = requireUser(context, input.user_id);
    const all = readProjects(store).filter(({ userId }) => userId === owner.id);
    return toProjectPage(context, await filterProjects(store, user, input, all), input);
  }),
  implement(getProject, async (input, context) => {
    const project = context.project(input.id);
    const { store, user } = context;
    const maintains = accessLevel(store, user, project) >= accessLevels.maintainer;
    const license = input.license ? await findLicense(project) : null;
    return {
      ...toProjectShape(context, project, input),
      ...(maintains ? { runners_token: registrationToken(store, { type: "project", id: project.id }) } : {}),
      ...(input.license ? toLicense(context, project, license) : {}),
      ...(input.statistics ? await statisticsOf(context, project) : {}),
    };
  }),
];
