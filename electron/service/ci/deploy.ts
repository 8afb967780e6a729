import { insertDeployment } from "../store/deployments.ts";
import { findEnvironmentByName, insertEnvironment, updateEnvironment } from "../store/environments.ts";
import type { Job } from "../store/jobs.ts";
import { findPipeline } from "../store/pipelines.ts";
import { findProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { expand } from "./config/expression.ts";
import { environmentSlug } from "./environment-slug.ts";
import { predefinedVariables } from "./executor/job-variables.ts";
import type { JobDefinition } from "./job-definition.ts";

/** Records the deployment that a job with an `environment` begins, and makes the environment where it is new. */
export function recordDeployment(store: Store, job: Job, definition: JobDefinition): void {
  const { environment } = definition;
  const pipeline = findPipeline(store, job.projectId, job.pipelineId);
  const project = findProject(store, job.projectId);
  if (!environment || !pipeline || !project) return;
  const variables = {
    ...predefinedVariables({
      ...pipeline,
      pipelineId: pipeline.id,
      pipelineIid: pipeline.iid,
      projectPath: project.fullPath,
      defaultBranch: project.defaultBranch,
      serviceUrl: "",
    }),
    ...definition.variables,
  };
  const name = expand(environment.name, variables);
  const url = environment.url === null ? null : expand(environment.url, variables);
  const present = findEnvironmentByName(store, project.id, name);
  const known = present ?? insertEnvironment(store, project.id, { name, slug: environmentSlug(name) });
  const state = environment.action === "stop" ? "stopped" : "available";
  updateEnvironment(store, known, { state, ...(url === null ? {} : { externalUrl: url }) });
  if (environment.action !== "start") return;
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
}
