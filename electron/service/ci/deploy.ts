import type { CiVariable } from "../store/ci/ci-variables.ts";
import { insertDeployment } from "../store/ci/deployments.ts";
import { findEnvironmentByName, insertEnvironment, updateEnvironment } from "../store/ci/environments.ts";
import type { Job } from "../store/ci/jobs.ts";
import type { Store } from "../store/store.ts";
import { expand } from "./config/expression.ts";
import type { JobDefinition } from "./config/job-definition.ts";
import { environmentErrors } from "./environment-errors.ts";
import { environmentSlug } from "./environment-slug.ts";
import type { EnvironmentInfo, JobInfo } from "./executor/job-info.ts";
import { jobVariables } from "./executor/job-variables.ts";
import { pipelineVariables } from "./pipeline-variables.ts";

/** The facts of a job before its environment is known. */
export type JobBeforeDeployment = Omit<JobInfo, "environment" | "folder">;

/**
 * Records the deployment that a job with an `environment` begins, and makes the environment where it is new. Returns the
 * environment, null for a job without one. Throws {@link InvalidEnvironment}.
 */
export function recordDeployment(
  store: Store,
  job: Job,
  definition: JobDefinition,
  { info, declared }: { readonly info: JobBeforeDeployment; readonly declared: readonly CiVariable[] },
): EnvironmentInfo | null {
  const { environment } = definition;
  if (!environment) return null;
  const variables = jobVariables(
    { ...info, environment: null, folder: "" },
    {
      ...definition,
      declared,
      given: pipelineVariables(store, info.pipelineId, definition),
    },
  );
  const name = expand(environment.name, variables);
  const url = environment.url === null ? null : expand(environment.url, variables);
  const present = findEnvironmentByName(store, info.projectId, name);
  if (environmentErrors(store, info.projectId, { name, externalUrl: url }, present ?? undefined))
    throw new InvalidEnvironment();
  const known = present ?? insertEnvironment(store, info.projectId, { name, slug: environmentSlug(name) });
  const state = environment.action === "stop" ? "stopped" : "available";
  updateEnvironment(store, known, { state, ...(url === null ? {} : { externalUrl: url }) });
  if (environment.action === "start") {
    const now = new Date().toISOString();
    insertDeployment(store, info.projectId, {
      environmentId: known.id,
      ref: info.ref,
      sha: info.sha,
      jobId: job.id,
      userId: job.userId,
      status: "running",
      createdAt: now,
      updatedAt: now,
    });
  }
  return { id: known.id, name, slug: known.slug, url: url ?? known.externalUrl, action: environment.action };
}

/** The environment of a job cannot have its name or URL. */
export class InvalidEnvironment extends Error {}
