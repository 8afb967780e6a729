import type { ServiceStore } from "../service-store.ts";
import { mayRunJobs } from "../store/ci/ci-settings.ts";
import type { Job } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import { hasContactSince } from "../store/ci/runner-managers.ts";
import { projectIdsOfRunner, type Runner, type RunnerOwners } from "../store/ci/runners.ts";
import { ancestorsOf } from "../store/groups/groups.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import { isProtectedPipeline } from "./pipeline-variables.ts";

/** Milliseconds without contact after which a runner counts as stale, as real services count. */
export const staleAfterMs = 7 * 24 * 60 * 60_000;

/** Returns which runners may take the jobs of a project: its own, those of its groups, the instance's. */
export const runnersForProject = (store: ServiceStore, project: Project): RunnerOwners => ({
  isInstance: true,
  groupIds: project.groupId === null ? [] : ancestorsOf(store, project.groupId).map(({ id }) => id),
  projectIds: [project.id],
});

/** Returns whether a machine other than this one has asked for jobs of a project lately, paused or not. */
export const hasOtherRunners = (store: ServiceStore, project: Project): boolean =>
  hasContactSince(
    store,
    runnersForProject(store, project),
    new Date(store.clock.now() - staleAfterMs).toISOString(),
  );

/** Returns whether the jobs of a project are queued: they run on this machine, or another one asks for them. */
export function hasRunners(store: ServiceStore, projectId: number): boolean {
  if (mayRunJobs(store, projectId)) return true;
  const project = findProject(store, projectId);
  return project !== null && hasOtherRunners(store, project);
}

/** Returns whether a runner that is not this machine's may take jobs of a project. */
export function isEnabledFor(store: ServiceStore, runner: Runner, projectId: number): boolean {
  if (runner.type === "instance_type") return true;
  if (runner.type === "project_type") return projectIdsOfRunner(store, runner.id).includes(projectId);
  const project = findProject(store, projectId);
  return (
    project !== null &&
    runner.groupId !== null &&
    runnersForProject(store, project).groupIds.includes(runner.groupId)
  );
}

/** Returns whether a runner takes a job: it is not paused, has all of the job's tags and may run jobs of its ref. */
export function takesJob(store: ServiceStore, runner: Runner, job: Job): boolean {
  const fits =
    job.tags.length === 0 ? runner.runUntagged : job.tags.every((tag) => runner.tags.includes(tag));
  return runner.active && fits && (runner.accessLevel === "not_protected" || isForProtectedRef(store, job));
}

function isForProtectedRef(store: ServiceStore, { projectId, pipelineId }: Job): boolean {
  const project = findProject(store, projectId);
  const pipeline = findPipeline(store, projectId, pipelineId);
  return project !== null && pipeline !== null && isProtectedPipeline(store, project, pipeline);
}
