import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import {
  getProject,
  listProjects,
  listUserProjects,
  updateProject,
} from "../../../shared/api/resources/projects.ts";
import { mayReadCode } from "../domain/access/access-level.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { runnersTokenOf } from "../domain/ci/runner-access.ts";
import { changeProject } from "../domain/lifecycle/change-project.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import {
  describeProject,
  describeSimpleProject,
  isListedSimply,
  statisticsFor,
} from "../domain/projects/describe-project.ts";
import { findProjects, findProjectsOfUser } from "../domain/projects/find-projects.ts";
import { findLicense } from "../domain/projects/project-license.ts";

import { type Context, implement } from "../http/implement.ts";
import { toLicense, toProjectShape, toSimpleProject } from "../presenters/project.ts";

type Project = ReturnType<typeof requireProject>;

interface Shown {
  readonly simple?: boolean;
  readonly statistics?: boolean;
  readonly with_custom_attributes?: boolean;
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

/** Returns a project as it is shown alone. */
export function toSingleProject(context: Context, project: Project, show: Shown = {}) {
  const token = runnersTokenOf(context, project);
  return {
    ...toProjectShape(context, describeProject(context, project, show)),
    runners_token: token ?? undefined,
  };
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
    return {
      ...toSingleProject(context, project, input),
      ...(input.license && mayReadCode(context.store, context.user, project)
        ? toLicense(context, project, await findLicense(context.store, project))
        : {}),
      ...(input.statistics ? await statisticsOf(context, project) : {}),
    };
  }),
  implement(updateProject, async ({ id, ...changes }, context) =>
    toSingleProject(context, await changeProject(context, id, changes)),
  ),
];
