import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import { getProject, listProjects, listUserProjects } from "../../../shared/api/resources/projects.ts";
import { mayReadCode } from "../domain/access/access-level.ts";
import { requireProject } from "../domain/access/require-project.ts";
import { runnersTokenOf } from "../domain/ci/runner-tokens.ts";
import {
  describeProject,
  describeSimpleProject,
  isListedSimply,
} from "../domain/projects/describe-project.ts";
import { findProjects, findProjectsOfUser } from "../domain/projects/find-projects.ts";
import { findLicense } from "../domain/projects/project-license.ts";
import { statisticsFor } from "../domain/projects/project-statistics.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { toLicense } from "../presenters/license.ts";
import { toProjectShape, toSimpleProject } from "../presenters/project.ts";

type Project = ReturnType<typeof requireProject>;

interface Shown {
  readonly simple?: boolean | undefined;
  readonly statistics?: boolean | undefined;
  readonly with_custom_attributes?: boolean | undefined;
}

/** Returns a page of projects. */
export async function toProjectPage(
  context: Context,
  projects: readonly Project[],
  show: Shown,
): Promise<Paged<OutputOf<typeof listProjects>[number] | ReturnType<typeof toSimpleProject>>> {
  const page = pageOf(context, projects);
  if (isListedSimply(context, show)) {
    return mapPage(page, (project) =>
      toSimpleProject(context, describeSimpleProject(context.store, project)),
    );
  }
  const items = [];
  for (const project of page.items) {
    items.push({
      ...toProjectShape(context, describeProject(context, project, show)),
      ...(show.statistics ? await statisticsOf(context, project) : {}),
    });
  }
  return new Paged(items, { total: page.total ?? 0 });
}

async function statisticsOf(context: Context, project: Project) {
  const statistics = await statisticsFor(context, project, context.request.signal);
  return statistics && { statistics };
}

export const projectRoutes = [
  implement(listProjects, async (input, context) =>
    toProjectPage(context, await findProjects(context, input, context.request.signal), input),
  ),
  implement(listUserProjects, async (input, context) =>
    toProjectPage(
      context,
      await findProjectsOfUser(context, input.user_id, input, context.request.signal),
      input,
    ),
  ),
  implement(getProject, async (input, context) => {
    const project = requireProject(context, input.id);
    const token = runnersTokenOf(context, project);
    return {
      ...toProjectShape(context, describeProject(context, project, input)),
      ...(token === null ? {} : { runners_token: token }),
      ...(input.license && mayReadCode(context.store, context.user, project)
        ? toLicense(context, project, await findLicense(project))
        : {}),
      ...(input.statistics ? await statisticsOf(context, project) : {}),
    };
  }),
];
