import { existsSync } from "node:fs";
import { listTree } from "../git/objects/trees.ts";
import { openRepository } from "../git/repository.ts";
import { type Job, listArtifacts, listCurrentJobs, putArtifact } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import type { JobDefinition } from "./config/job-definition.ts";
import { declaredVariables } from "./declared-variables.ts";
import { recordDeployment } from "./deploy.ts";
import { markerOf } from "./executor/orphans.ts";
import { type JobOutcome, type JobRun, runJob } from "./executor/run-job.ts";
import { archivePath, fileSize, jobTracePath, makeJobFolder } from "./job-files.ts";
import { pipelineInfo } from "./pipeline-info.ts";
import { pipelineVariables } from "./pipeline-variables.ts";
import { storeArtifacts } from "./store-artifacts.ts";

interface PerformOptions extends Pick<JobRun, "limits" | "signal"> {
  readonly serviceUrl: string;
}

/**
 * Runs a job that was started, with its deployment and what it needs of its project and pipeline, and stores its log and
 * artifacts. Throws where its project or pipeline is gone.
 */
export async function performJob(
  store: Store,
  job: Job,
  definition: JobDefinition,
  { serviceUrl, limits, signal }: PerformOptions,
): Promise<JobOutcome> {
  const project = findProject(store, job.projectId);
  const pipeline = findPipeline(store, job.projectId, job.pipelineId);
  if (!project || !pipeline) throw new Error(`job ${job.id} has lost its pipeline`);
  if (!recordDeployment(store, job, definition)) return failedWith("environment_creation_failure");
  makeJobFolder(store, job.id);
  const outcome = await runJob({
    info: {
      jobId: job.id,
      name: job.name,
      stage: job.stage,
      ...pipelineInfo(store, project, pipeline, serviceUrl),
    },
    marker: markerOf(store, job.id),
    definition,
    repositoryPath: project.repositoryPath,
    tracePath: jobTracePath(store, job.id),
    archives: archivesFor(store, job, definition),
    declared: declaredVariables(store, project, pipeline),
    given: pipelineVariables(store, pipeline.id, definition),
    limits,
    signal,
    collect: (finished) =>
      storeArtifacts(store, job, definition, {
        ...finished,
        listTracked: () => listFiles(project, pipeline.sha),
      }),
  });
  const size = fileSize(jobTracePath(store, job.id));
  if (size !== null) {
    putArtifact(store, job.id, { fileType: "trace", fileFormat: "raw", filename: "job.log", size });
  }
  return outcome;
}

/** Returns the outcome of a job whose script did not run, or did not end. */
export const failedWith = (reason: string): JobOutcome => ({
  status: "failed",
  reason,
  exitCode: null,
  coverage: null,
});

async function listFiles({ repositoryPath }: Project, sha: string): Promise<ReadonlySet<string>> {
  const entries = (await listTree(openRepository(repositoryPath), sha, "", true)) ?? [];
  return new Set(entries.map(({ path }) => path));
}

/** Returns the archives of the jobs before this one, as `dependencies` and `needs` choose them. */
function archivesFor(store: Store, job: Job, { dependencies, needs }: JobDefinition): string[] {
  const wanted = dependencies ?? needs?.filter(({ artifacts }) => artifacts).map((need) => need.job) ?? null;
  return listCurrentJobs(store, job.pipelineId)
    .filter((other) => (wanted === null ? other.stageIndex < job.stageIndex : wanted.includes(other.name)))
    .filter((other) => listArtifacts(store, other.id).some(({ fileType }) => fileType === "archive"))
    .map((other) => archivePath(store, other.id))
    .filter(existsSync);
}
