import { jobDefinition } from "../../ci/config/job-definition.ts";
import { environmentErrors } from "../../ci/environment-errors.ts";
import { environmentSlug } from "../../ci/environment-slug.ts";
import { httpError } from "../../http/http-error.ts";
import { lastDeployment } from "../../store/ci/deployments.ts";
import {
  deleteEnvironment,
  type Environment,
  insertEnvironment,
  updateEnvironment,
} from "../../store/ci/environments.ts";
import { findJob, type Job, listCurrentJobs } from "../../store/ci/jobs.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { playJob } from "./jobs.ts";
import { requirePipeline } from "./pipelines.ts";
import { requireEnvironment } from "./read-environments.ts";
import { requireJobsOf } from "./ref-access.ts";

/**
 * Stops an environment: marks it so, and starts the job that its last deployment names for it (`on_stop`). Throws 403
 * where the user may not run that job.
 */
export function stopEnvironment(store: Store, project: Project, environment: Environment, user: User): void {
  const stops = stopJobOf(store, project, environment);
  if (stops) requireJobsOf(store, user, project, requirePipeline(store, project, stops.pipelineId));
  updateEnvironment(store, environment, { state: "stopped" });
  if (stops) playJob(store, stops, user);
}

/** Returns the manual job that stops an environment, null where there is none. */
function stopJobOf(store: Store, project: Project, environment: Environment): Job | null {
  const deployment = lastDeployment(store, environment.id);
  const deployed = deployment?.jobId == null ? null : findJob(store, project.id, deployment.jobId);
  const name = deployed && jobDefinition.parse(deployed.definition).environment?.onStop;
  if (!deployed || !name) return null;
  const named = listCurrentJobs(store, deployed.pipelineId).find((job) => job.name === name);
  return named?.status === "manual" ? named : null;
}

/** Adds an environment and returns it. Throws 400 for a name or URL that cannot be accepted. */
export function addEnvironment(
  store: Store,
  project: Project,
  { name, external_url: externalUrl }: { readonly name: string; readonly external_url?: string | undefined },
): Environment {
  checkEnvironment(store, project, { name, externalUrl });
  return insertEnvironment(store, project.id, { name, slug: environmentSlug(name), externalUrl });
}

/** Changes an environment and returns it; an empty URL removes it. Throws 404, and 400 for a wrong name or URL. */
export function changeEnvironment(
  store: Store,
  project: Project,
  id: number,
  changes: { readonly name?: string | undefined; readonly external_url?: string | undefined },
): Environment {
  const environment = requireEnvironment(store, project, id);
  const { name, external_url: url } = changes;
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { externalUrl: url || null }),
  };
  checkEnvironment(store, project, fields, environment);
  updateEnvironment(store, environment, fields);
  return requireEnvironment(store, project, id);
}

/** Deletes an environment. Throws 404. */
export const removeEnvironment = (store: Store, project: Project, id: number): void =>
  deleteEnvironment(store, requireEnvironment(store, project, id).id);

/** Throws 400 where a name or URL of an environment cannot be accepted. `present` is the environment that changes. */
function checkEnvironment(
  store: Store,
  project: Project,
  fields: { readonly name?: string | undefined; readonly externalUrl?: string | null | undefined },
  present?: Environment,
): void {
  const errors = environmentErrors(store, project.id, fields, present);
  if (errors) throw httpError(400, errors);
}
