import { getDeployment, listDeployments } from "../../../shared/api/resources/deployments.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  updateEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { requireProject } from "../domain/access/require-project.ts";
import { requireCaller } from "../domain/access/require-user.ts";
import {
  addEnvironment,
  changeEnvironment,
  removeEnvironment,
  stopEnvironment as stop,
} from "../domain/ci/environments.ts";
import {
  findDeployments,
  findEnvironments,
  readDeployment,
  readLastDeployment,
  requireEnvironment,
} from "../domain/ci/read-environments.ts";
import { implement } from "../http/implement.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { toDeployment, toEnvironment } from "../presenters/environment.ts";

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
    stop(store, project, environment, requireCaller(context));
    return toEnvironment(requireEnvironment(store, project, environment.id));
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
