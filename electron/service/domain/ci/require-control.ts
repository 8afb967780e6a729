import type { Job } from "../../store/ci/jobs.ts";
import type { Pipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireProject } from "../access/require-project.ts";
import { requireCaller } from "../access/require-user.ts";
import { requireJob } from "./jobs.ts";
import { requirePipeline } from "./pipelines.ts";
import { requireJobsOf } from "./ref-access.ts";

/** Returns a pipeline whose jobs the caller may start and end. Throws 401, 403 and 404. */
export function requirePipelineControl(
  caller: Caller,
  { id, pipeline_id }: { readonly id: string | number; readonly pipeline_id: number },
): Pipeline {
  const project = requireProject(caller, id, "developer");
  const pipeline = requirePipeline(caller.store, project, pipeline_id);
  requireJobsOf(caller.store, requireCaller(caller), project, pipeline);
  return pipeline;
}

/** Returns a job that the caller may start, end and erase, with its project. Throws 401, 403 and 404. */
export function requireJobControl(
  caller: Caller,
  { id, job_id }: { readonly id: string | number; readonly job_id: number },
): { readonly project: Project; readonly job: Job } {
  const { store } = caller;
  const project = requireProject(caller, id, "developer");
  const job = requireJob(store, project, job_id);
  requireJobsOf(store, requireCaller(caller), project, requirePipeline(store, project, job.pipelineId));
  return { project, job };
}
