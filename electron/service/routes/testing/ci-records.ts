import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../../service-store.ts";
import { insertJob, type NewJob } from "../../store/ci/jobs.ts";
import { insertPipeline, type NewPipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";

/** Adds a pipeline of a commit. Returns its id. */
export const addPipeline = (
  store: ServiceStore,
  project: Project,
  sha: string,
  more: Partial<NewPipeline> = {},
): number =>
  insertPipeline(store, project.id, {
    sha,
    ref: "main",
    source: "push",
    status: "success",
    userId: 1,
    ...more,
  });

/** Adds a job to a pipeline, successful by default. Returns its id. */
export const addJob = (
  store: ServiceStore,
  project: Project,
  pipelineId: number,
  more: Partial<NewJob> = {},
): number =>
  insertJob(store, {
    projectId: project.id,
    pipelineId,
    name: "test",
    stage: "test",
    stageIndex: 1,
    status: "success",
    definition: jobDefinition.parse({}),
    userId: 1,
    createdAt: "2026-11-01T10:00:00.000Z",
    queuedAt: "2026-11-01T10:00:01.000Z",
    startedAt: "2026-11-01T10:00:03.000Z",
    finishedAt: "2026-11-01T10:00:10.500Z",
    ...more,
  });
