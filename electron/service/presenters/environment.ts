import type { Context } from "../http/context.ts";
import { type Deployment, lastDeployment } from "../store/ci/deployments.ts";
import { type Environment, findEnvironment } from "../store/ci/environments.ts";
import { findJob } from "../store/ci/jobs.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUser } from "../store/users/users.ts";
import { toJobs } from "./job.ts";
import { toUserSummary } from "./user.ts";

export const toEnvironment = (environment: Environment) => ({
  id: environment.id,
  name: environment.name,
  slug: environment.slug,
  external_url: environment.externalUrl,
  state: environment.state,
});

/** Returns a deployment with its environment and the job that made it. */
export async function toDeployment(context: Context, project: Project, deployment: Deployment) {
  const { store } = context;
  const user = deployment.userId === null ? null : findUser(store, deployment.userId);
  const environment = findEnvironment(store, project.id, deployment.environmentId);
  const job = deployment.jobId === null ? null : findJob(store, project.id, deployment.jobId);
  const [deployable] = job ? await toJobs(context, project, [job]) : [];
  return {
    id: deployment.id,
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    status: deployment.status,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    user: user && toUserSummary(context, user),
    ...(environment ? { environment: toEnvironment(environment) } : {}),
    deployable: deployable ?? null,
  };
}

/** Returns a single environment with its last deployment. */
export async function toEnvironmentDetail(context: Context, project: Project, environment: Environment) {
  const last = lastDeployment(context.store, environment.id);
  return {
    ...toEnvironment(environment),
    last_deployment: last && (await toDeployment(context, project, last)),
  };
}
