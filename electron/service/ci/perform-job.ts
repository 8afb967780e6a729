import { existsSync } from "node:fs";
import type { JobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { listTreeEntries } from "../git/ls-tree.ts";
import type { ServiceStore } from "../service-store.ts";
import { type Job, listArtifacts, listCurrentJobs, putArtifact } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import type { Runner } from "../store/ci/runners.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import { InvalidEnvironment, recordDeployment, updateDeployedUrl } from "./deploy.ts";
import type { EnvironmentInfo } from "./executor/job-info.ts";
import { markerOf } from "./executor/remove-orphans.ts";
import { type JobOutcome, type JobRun, runJob } from "./executor/run-job.ts";
import { archivePath, fileSize, jobTracePath, makeJobFolder } from "./job-files.ts";
import { declaredVariables, pipelineInfo, pipelineVariables } from "./pipeline-variables.ts";
import { dotenvVariables, storeArtifacts } from "./store-artifacts.ts";

interface PerformOptions extends Pick<JobRun, "limits" | "signal"> {
  readonly serviceUrl: string;
  readonly runner: Runner;
  /** ISO 8601. */
  readonly startedAt: string;
}

/**
 * Runs a job that was started, with its deployment and what it needs of its project and pipeline, and stores its log and
 * artifacts. Throws where its project or pipeline is gone.
 */
export async function performJob(
  store: ServiceStore,
  job: Job,
  definition: JobDefinition,
  { serviceUrl, runner, startedAt, limits, signal }: PerformOptions,
): Promise<JobOutcome> {
  const project = findProject(store, job.projectId);
  const pipeline = findPipeline(store, job.projectId, job.pipelineId);
  if (!project || !pipeline) throw new Error(`job ${job.id} has lost its pipeline`);
  const declaredFor = (environment: string | null) =>
    declaredVariables(store, project, pipeline, environment);
  const info = {
    jobId: job.id,
    name: job.name,
    stage: job.stage,
    startedAt,
    timeout: definition.timeout,
    manual: definition.when === "manual",
    runner: { id: runner.id, description: runner.description ?? "", tags: runner.tags },
    ...(await pipelineInfo(store, project, pipeline, serviceUrl)),
  };
  const sources = artifactSources(store, job, definition);
  const inherited = dotenvVariables(store, sources);
  let environment: EnvironmentInfo | null;
  try {
    environment = recordDeployment(store, job, definition, { info, inherited, declaredFor });
  } catch (error) {
    if (error instanceof InvalidEnvironment) return failedWith("environment_creation_failure");
    throw error;
  }
  makeJobFolder(store, job.id);
  const outcome = await runJob({
    info: { ...info, environment },
    marker: markerOf(store, job.id),
    definition,
    repository: store.git.open(project.repositoryPath),
    tracePath: jobTracePath(store, job.id),
    archives: archivesOf(store, sources),
    inherited,
    declared: declaredFor(environment?.name ?? null),
    ...pipelineVariables(store, pipeline.id, definition),
    limits,
    signal,
    collect: (finished) =>
      storeArtifacts(store, job, definition, {
        ...finished,
        listTracked: () => listFiles(store, project, pipeline.sha),
      }),
  });
  if (outcome.status === "success" && definition.artifacts?.dotenv.length) {
    const known = { info, inherited: dotenvVariables(store, [...sources, job]), declaredFor };
    updateDeployedUrl(store, definition, known);
  }
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

async function listFiles(
  store: ServiceStore,
  { repositoryPath }: Project,
  sha: string,
): Promise<ReadonlySet<string>> {
  const entries = (await listTreeEntries(store.git.open(repositoryPath), sha, "", true)) ?? [];
  return new Set(entries.map(({ path }) => path));
}

/** Returns the jobs before this one whose artifacts it gets, as `dependencies` and `needs` choose them. */
function artifactSources(store: ServiceStore, job: Job, { dependencies, needs }: JobDefinition): Job[] {
  const wanted = dependencies ?? needs?.filter(({ artifacts }) => artifacts).map((need) => need.job) ?? null;
  return listCurrentJobs(store, job.pipelineId).filter((other) =>
    wanted === null ? other.stageIndex < job.stageIndex : wanted.includes(other.name),
  );
}

const archivesOf = (store: ServiceStore, jobs: readonly Job[]): string[] =>
  jobs
    .filter((other) => listArtifacts(store, other.id).some(({ fileType }) => fileType === "archive"))
    .map((other) => archivePath(store, other.id))
    .filter(existsSync);
