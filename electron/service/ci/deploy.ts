import { insertDeployment } from "../store/ci/deployments.ts";
import { findEnvironmentByName, insertEnvironment, updateEnvironment } from "../store/ci/environments.ts";
import type { Job } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import { findProject } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { expand } from "./config/expression.ts";
import type { JobDefinition } from "./config/job-definition.ts";
import { declaredVariables } from "./declared-variables.ts";
import { environmentErrors } from "./environment-errors.ts";
import { environmentSlug } from "./environment-slug.ts";
import { jobVariables } from "./executor/job-variables.ts";
import { pipelineInfo } from "./pipeline-info.ts";
import { pipelineVariables } from "./pipeline-variables.ts";

/**
 * Records the deployment that a job with an `environment` begins, and makes the environment where it is new. Returns
 * whether the environment can have the name and the URL.
 */
export function recordDeployment(store: Store, job: Job, definition: JobDefinition): boolean {
  const { environment } = definition;
  const pipeline = findPipeline(store, job.projectId, job.pipelineId);
  const project = findProject(store, job.projectId);
  if (!environment || !pipeline || !project) return true;
  const variables = jobVariables(
    {
      ...pipelineInfo(store, project, pipeline, ""),
      jobId: job.id,
      name: job.name,
      stage: job.stage,
      folder: "",
    },
    {
      variables: definition.variables,
      declared: declaredVariables(store, project, pipeline),
      given: pipelineVariables(store, pipeline.id, definition),
    },
  );
  const name = expand(environment.name, variables);
  const url = environment.url === null ? null : expand(environment.url, variables);
  const present = findEnvironmentByName(store, project.id, name);
  if (environmentErrors(store, project.id, { name, externalUrl: url }, present ?? undefined)) return false;
  const known = present ?? insertEnvironment(store, project.id, { name, slug: environmentSlug(name) });
  const state = environment.action === "stop" ? "stopped" : "available";
  updateEnvironment(store, known, { state, ...(url === null ? {} : { externalUrl: url }) });
  if (environment.action !== "start") return true;
  const now = new Date().toISOString();
  insertDeployment(store, project.id, {
    environmentId: known.id,
    ref: pipeline.ref,
    sha: pipeline.sha,
    jobId: job.id,
    userId: job.userId,
    status: "running",
    createdAt: now,
    updatedAt: now,
  });
  return true;
}
