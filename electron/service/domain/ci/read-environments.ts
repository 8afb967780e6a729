import { httpError } from "../../http/http-error.ts";
import type { PageRequest } from "../../http/paging.ts";
import {
  type Deployment,
  type DeploymentQuery,
  findDeployment,
  lastDeployment,
  listDeployments,
} from "../../store/ci/deployments.ts";
import { type Environment, findEnvironment, listEnvironments } from "../../store/ci/environments.ts";
import { findJob } from "../../store/ci/jobs.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { describeJob, type JobDetails } from "./describe-job.ts";

/** A deployment with its environment, who deployed and the job that did it. */
export interface DeploymentDetails {
  readonly deployment: Deployment;
  readonly environment: Environment | null;
  readonly user: User | null;
  readonly job: JobDetails | null;
}

/** Returns the environment of an id in a project. Throws 404. */
export function requireEnvironment(store: Store, project: Project, id: number): Environment {
  const environment = findEnvironment(store, project.id, id);
  if (!environment) throw httpError(404, "404 Not found");
  return environment;
}

/** Returns the environments of a project that match. */
export function findEnvironments(
  store: Store,
  project: Project,
  query: {
    readonly name?: string | undefined;
    readonly search?: string | undefined;
    readonly states?: string | undefined;
  },
): Environment[] {
  const search = query.search?.toLowerCase();
  return listEnvironments(store, project.id).filter(
    ({ name, state }) =>
      (query.name === undefined || name === query.name) &&
      (search === undefined || name.toLowerCase().includes(search)) &&
      (query.states === undefined || state === query.states),
  );
}

/** Returns the last deployment to an environment, null where there is none. */
export async function readLastDeployment(
  store: Store,
  project: Project,
  environment: Environment,
): Promise<DeploymentDetails | null> {
  const last = lastDeployment(store, environment.id);
  return last && describeDeployment(store, project, last);
}

/** Returns the requested page of the deployments of a project that match, and their number. */
export async function findDeployments(
  store: Store,
  project: Project,
  query: Partial<DeploymentQuery>,
  page: PageRequest,
): Promise<{ readonly deployments: readonly DeploymentDetails[]; readonly total: number }> {
  const { orderBy = "id", sort = "asc", environment, status } = query;
  const { items, total } = listDeployments(store, project.id, { orderBy, sort, environment, status }, page);
  const deployments = await Promise.all(items.map((item) => describeDeployment(store, project, item)));
  return { deployments, total };
}

/** Returns the deployment of an id in a project. Throws 404. */
export async function readDeployment(store: Store, project: Project, id: number): Promise<DeploymentDetails> {
  const deployment = findDeployment(store, project.id, id);
  if (!deployment) throw httpError(404, "404 Not found");
  return describeDeployment(store, project, deployment);
}

async function describeDeployment(
  store: Store,
  project: Project,
  deployment: Deployment,
): Promise<DeploymentDetails> {
  const job = deployment.jobId === null ? null : findJob(store, project.id, deployment.jobId);
  return {
    deployment,
    environment: findEnvironment(store, project.id, deployment.environmentId),
    user: deployment.userId === null ? null : findUser(store, deployment.userId),
    job: job && (await describeJob(store, project, job)),
  };
}
