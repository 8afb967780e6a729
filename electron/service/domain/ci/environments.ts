import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { environmentErrors, environmentSlug } from "../../ci/environment-fields.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  type Deployment,
  type DeploymentQuery,
  deleteEnvironmentRow,
  type Environment,
  findDeployment,
  findEnvironment,
  insertEnvironment,
  lastDeployment,
  listDeploymentRows,
  listEnvironmentRows,
  listStaleEnvironments,
  updateEnvironmentRow,
} from "../../store/ci/environments.ts";
import { findJob, type Job, listCurrentJobs } from "../../store/ci/jobs.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { PageRequest } from "../paged.ts";
import { forbidden, invalid, invalidFields, notFound } from "../refusal.ts";
import { describeJob, type JobDetails, startManualJob } from "./jobs.ts";
import { mayRunJobsOf, requireJobsOf, requirePipeline } from "./pipelines.ts";

/** A deployment with its environment, who deployed and the job that did it. */
export interface DeploymentDetails {
  readonly deployment: Deployment;
  readonly environment: Environment | null;
  readonly user: User | null;
  readonly job: JobDetails | null;
}

/** Returns the environment of an id in a project. Throws `notFound`. */
export function requireEnvironment(store: ServiceStore, project: Project, id: number): Environment {
  const environment = findEnvironment(store, project.id, id);
  if (!environment) throw notFound();
  return environment;
}

/** Returns the environments of a project that match. */
export function findEnvironments(
  store: ServiceStore,
  project: Project,
  query: {
    readonly name?: string;
    readonly search?: string;
    readonly states?: string;
  },
): Environment[] {
  const search = query.search?.toLowerCase();
  return listEnvironmentRows(store, project.id).filter(
    ({ name, state }) =>
      (query.name === undefined || name === query.name) &&
      (search === undefined || name.toLowerCase().includes(search)) &&
      (query.states === undefined || state === query.states),
  );
}

/** Returns the last deployment to an environment, null where there is none. */
export async function readLastDeployment(
  store: ServiceStore,
  project: Project,
  environment: Environment,
): Promise<DeploymentDetails | null> {
  const last = lastDeployment(store, environment.id);
  return last && describeDeployment(store, project, last);
}

/** Returns the requested page of the deployments of a project that match, and their number. */
export async function findDeployments(
  store: ServiceStore,
  project: Project,
  query: Optional<DeploymentQuery>,
  page: PageRequest,
): Promise<{ readonly deployments: readonly DeploymentDetails[]; readonly total: number }> {
  const { orderBy = "id", sort = "asc", environment, status } = query;
  const { items, total } = listDeploymentRows(
    store,
    project.id,
    { orderBy, sort, environment, status },
    page,
  );
  const deployments = await Promise.all(items.map((item) => describeDeployment(store, project, item)));
  return { deployments, total };
}

/** Returns the deployment of an id in a project. Throws `notFound`. */
export async function readDeployment(
  store: ServiceStore,
  project: Project,
  id: number,
): Promise<DeploymentDetails> {
  const deployment = findDeployment(store, project.id, id);
  if (!deployment) throw notFound();
  return describeDeployment(store, project, deployment);
}

async function describeDeployment(
  store: ServiceStore,
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

/**
 * Stops an environment: marks it so, and starts the job that its last deployment names for it (`on_stop`). Throws `forbidden`
 * where the user may not run that job.
 */
export function stopEnvironmentByJob(
  store: ServiceStore,
  project: Project,
  environment: Environment,
  user: User,
): void {
  const stops = stopJobOf(store, project, environment);
  if (stops) requireJobsOf(store, user, project, requirePipeline(store, project, stops.pipelineId));
  updateEnvironmentRow(store, environment, { state: "stopped" });
  if (stops) startManualJob(store, stops, user);
}

/** Days before which the last change or deployment of a stale environment has to be, 7 to some 3,650. */
const staleDays = { fewest: 7, most: 3_653 };
const dayMs = 86_400_000;

/**
 * Stops the environments that were neither changed nor deployed to since a time, as their jobs say; those whose job the user
 * may not run stay. Throws `invalid` for a time that is none, within the last week or ten years ago.
 */
export function stopStale(store: ServiceStore, project: Project, before: string, user: User): void {
  const time = Date.parse(before);
  const age = (store.clock.now() - time) / dayMs;
  if (Number.isNaN(time) || age < staleDays.fewest || age > staleDays.most) throw invalid("Invalid Date");
  for (const environment of listStaleEnvironments(store, project.id, new Date(time).toISOString())) {
    const stops = stopJobOf(store, project, environment);
    if (stops && !mayRunJobsOf(store, user, project, requirePipeline(store, project, stops.pipelineId)))
      continue;
    stopEnvironmentByJob(store, project, environment, user);
  }
}

/** Returns the manual job that stops an environment, null where there is none. */
function stopJobOf(store: ServiceStore, project: Project, environment: Environment): Job | null {
  const deployment = lastDeployment(store, environment.id);
  const deployed = deployment?.jobId == null ? null : findJob(store, project.id, deployment.jobId);
  const name = deployed && jobDefinition.parse(deployed.definition).environment?.onStop;
  if (!deployed || !name) return null;
  const named = listCurrentJobs(store, deployed.pipelineId).find((job) => job.name === name);
  return named?.status === "manual" ? named : null;
}

/** Adds an environment and returns it. Throws `invalidFields` for a name or URL that cannot be accepted. */
export function addEnvironment(
  store: ServiceStore,
  project: Project,
  { name, external_url: externalUrl }: { readonly name: string; readonly external_url?: string },
): Environment {
  checkEnvironment(store, project, { name, externalUrl });
  return insertEnvironment(store, project.id, {
    name,
    slug: environmentSlug(name),
    externalUrl: externalUrl ?? null,
  });
}

/** Changes an environment and returns it; an empty URL removes it. Throws `notFound`, and `invalidFields` for a wrong name or URL. */
export function changeEnvironment(
  store: ServiceStore,
  project: Project,
  id: number,
  changes: { readonly name?: string; readonly external_url?: string },
): Environment {
  const environment = requireEnvironment(store, project, id);
  const { name, external_url: url } = changes;
  const fields = {
    name,
    externalUrl: url === "" ? null : url,
  };
  checkEnvironment(store, project, fields, environment);
  updateEnvironmentRow(store, environment, fields);
  return requireEnvironment(store, project, id);
}

/** Deletes a stopped environment. Throws `notFound`, and `forbidden` for one that is not stopped. */
export function removeEnvironment(store: ServiceStore, project: Project, id: number): void {
  const environment = requireEnvironment(store, project, id);
  if (environment.state !== "stopped") throw forbidden();
  deleteEnvironmentRow(store, environment.id);
}

/** Throws `invalidFields` where a name or URL of an environment cannot be accepted. `present` is the environment that changes. */
function checkEnvironment(
  store: ServiceStore,
  project: Project,
  fields: { readonly name: string | undefined; readonly externalUrl: string | null | undefined },
  present?: Environment,
): void {
  const errors = environmentErrors(store, project.id, fields, present);
  if (errors) throw invalidFields(errors);
}
