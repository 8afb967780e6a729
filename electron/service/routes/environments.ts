import { getDeployment, listDeployments } from "../../../shared/api/resources/deployments.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  updateEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { environmentSlug } from "../ci/environment-slug.ts";
import { checkEnvironment, stopEnvironment as stop } from "../domain/ci/environments.ts";
import type { Context } from "../http/context.ts";
import { httpError, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toDeployment, toEnvironment, toEnvironmentDetail } from "../presenters/environment.ts";
import { findDeployment, listDeployments as readDeployments } from "../store/ci/deployments.ts";
import {
  updateEnvironment as changeEnvironment,
  type Environment,
  findEnvironment,
  insertEnvironment,
  listEnvironments as readEnvironments,
  deleteEnvironment as removeEnvironment,
} from "../store/ci/environments.ts";
import type { Project } from "../store/projects/projects.ts";

function requireEnvironment(context: Context, project: Project, id: number): Environment {
  const environment = findEnvironment(context.store, project.id, id);
  if (!environment) throw httpError(404, "404 Not found");
  return environment;
}

export const environmentRoutes = [
  implement(listEnvironments, (input, context) => {
    const project = context.project(input.id, "reporter");
    const search = input.search?.toLowerCase();
    const found = readEnvironments(context.store, project.id).filter(
      ({ name, state }) =>
        (input.name === undefined || name === input.name) &&
        (search === undefined || name.toLowerCase().includes(search)) &&
        (input.states === undefined || state === input.states),
    );
    const page = pageOf(context, found);
    return new Paged(page.items.map(toEnvironment), { total: found.length });
  }),
  implement(getEnvironment, (input, context) => {
    const project = context.project(input.id, "reporter");
    return toEnvironmentDetail(context, project, requireEnvironment(context, project, input.environment_id));
  }),
  implement(createEnvironment, (input, context) => {
    const project = context.project(input.id, "developer");
    const { name } = input;
    checkEnvironment(context.store, project, { name, externalUrl: input.external_url });
    const slug = environmentSlug(name);
    return toEnvironment(
      insertEnvironment(context.store, project.id, { name, slug, externalUrl: input.external_url }),
    );
  }),
  implement(updateEnvironment, (input, context) => {
    const project = context.project(input.id, "developer");
    const environment = requireEnvironment(context, project, input.environment_id);
    const fields = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.external_url === undefined ? {} : { externalUrl: input.external_url || null }),
    };
    checkEnvironment(context.store, project, fields, environment);
    changeEnvironment(context.store, environment, fields);
    return toEnvironment(requireEnvironment(context, project, environment.id));
  }),
  implement(deleteEnvironment, (input, context) => {
    const project = context.project(input.id, "developer");
    const environment = requireEnvironment(context, project, input.environment_id);
    removeEnvironment(context.store, environment.id);
    return undefined;
  }),
  implement(stopEnvironment, (input, context) => {
    const project = context.project(input.id, "developer");
    const environment = requireEnvironment(context, project, input.environment_id);
    if (!context.user) throw unauthorized();
    stop(context.store, project, environment, context.user);
    return toEnvironment(requireEnvironment(context, project, environment.id));
  }),
  implement(listDeployments, async (input, context) => {
    const project = context.project(input.id, "reporter");
    const { items, total } = readDeployments(
      context.store,
      project.id,
      {
        orderBy: input.order_by ?? "id",
        sort: input.sort ?? "asc",
        environment: input.environment,
        status: input.status,
      },
      context.page,
    );
    const shown = await Promise.all(items.map((deployment) => toDeployment(context, project, deployment)));
    return new Paged(shown, { total });
  }),
  implement(getDeployment, (input, context) => {
    const project = context.project(input.id, "reporter");
    const deployment = findDeployment(context.store, project.id, input.deployment_id);
    if (!deployment) throw httpError(404, "404 Not found");
    return toDeployment(context, project, deployment);
  }),
];
