import { getDeployment, listDeployments } from "../../../shared/api/resources/deployments.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  stopStaleEnvironments,
  updateEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { requireCaller, requireProject } from "../domain/access/require-access.ts";
import {
  addEnvironment,
  changeEnvironment,
  type DeploymentDetails,
  findDeployments,
  findEnvironments,
  readDeployment,
  readLastDeployment,
  removeEnvironment,
  requireEnvironment,
  stopEnvironmentByJob,
  stopStale,
} from "../domain/ci/environments.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { implement, type Links } from "../http/implement.ts";
import { toJob } from "../presenters/job.ts";
import { toUserOrNull } from "../presenters/user.ts";
import type { Environment } from "../store/ci/environments.ts";
import type { Project } from "../store/projects/projects.ts";

export const environmentRoutes = [
  implement(listEnvironments, (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    return mapPage(pageOf(context, findEnvironments(context.store, project, input)), toEnvironment);
  }),
  implement(getEnvironment, async (input, context) => {
    const { store } = context;
    const project = requireProject(context, input.id, "reporter");
    const environment = requireEnvironment(store, project, input.environment_id);
    const last = await readLastDeployment(store, project, environment);
    return {
      ...toEnvironment(environment),
      last_deployment: last && toDeployment(context, project, last),
    };
  }),
  implement(createEnvironment, (input, context) =>
    toEnvironment(addEnvironment(context.store, requireProject(context, input.id, "developer"), input)),
  ),
  implement(updateEnvironment, ({ id, environment_id, ...changes }, context) => {
    const project = requireProject(context, id, "developer");
    return toEnvironment(changeEnvironment(context.store, project, environment_id, changes));
  }),
  implement(deleteEnvironment, (input, context) => {
    const project = requireProject(context, input.id, "developer");
    removeEnvironment(context.store, project, input.environment_id);
    return undefined;
  }),
  implement(stopEnvironment, (input, context) => {
    const { store } = context;
    const project = requireProject(context, input.id, "developer");
    const environment = requireEnvironment(store, project, input.environment_id);
    stopEnvironmentByJob(store, project, environment, requireCaller(context));
    return toEnvironment(requireEnvironment(store, project, environment.id));
  }),
  implement(stopStaleEnvironments, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    stopStale(context.store, project, input.before, requireCaller(context));
    return undefined;
  }),
  implement(listDeployments, async (input, context) => {
    const { order_by: orderBy, sort, environment, status } = input;
    const project = requireProject(context, input.id, "reporter");
    const query = { orderBy, sort, environment, status };
    const { deployments, total } = await findDeployments(context.store, project, query, context.page);
    return new Paged(
      deployments.map((deployment) => toDeployment(context, project, deployment)),
      { total },
    );
  }),
  implement(getDeployment, async (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    const deployment = await readDeployment(context.store, project, input.deployment_id);
    return toDeployment(context, project, deployment);
  }),
];

/** Returns an environment as lists have it. */
const toEnvironment = (environment: Environment) => ({
  id: environment.id,
  name: environment.name,
  slug: environment.slug,
  external_url: environment.externalUrl,
  state: environment.state,
  created_at: environment.createdAt,
  updated_at: environment.updatedAt,
});

/** Returns a deployment with its environment and the job that made it. */
function toDeployment(links: Links, project: Project, details: DeploymentDetails) {
  const { deployment, environment, user, job } = details;
  return {
    id: deployment.id,
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    status: deployment.status,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    user: toUserOrNull(links, user),
    environment: environment ? toEnvironment(environment) : undefined,
    deployable: job && toJob(links, project, job),
  };
}
