import type { Job } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import type { Runner } from "../store/ci/runners.ts";
import { findProject } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { isProtectedPipeline } from "./is-protected-pipeline.ts";

/** Returns whether a runner takes a job: it is not paused, has all of the job's tags and may run jobs of its ref. */
export function takesJob(store: Store, runner: Runner, job: Job): boolean {
  const fits =
    job.tags.length === 0 ? runner.runUntagged : job.tags.every((tag) => runner.tags.includes(tag));
  return runner.active && fits && (runner.accessLevel === "not_protected" || isForProtectedRef(store, job));
}

function isForProtectedRef(store: Store, { projectId, pipelineId }: Job): boolean {
  const project = findProject(store, projectId);
  const pipeline = findPipeline(store, projectId, pipelineId);
  return project !== null && pipeline !== null && isProtectedPipeline(store, project, pipeline);
}
