import { listTreeEntries } from "../git/ls-tree.ts";
import type { ServiceStore } from "../service-store.ts";
import type { Project } from "../store/projects/projects.ts";
import { InvalidEnvironment } from "./deploy.ts";
import { markerOf } from "./executor/remove-orphans.ts";
import { type JobOutcome, type JobRun, runJob } from "./executor/run-job.ts";
import { failedWith } from "./finish-job.ts";
import { archivePath, jobTracePath, makeJobFolder } from "./job-files.ts";
import { pipelineVariables } from "./pipeline-variables.ts";
import { completeDeployment, jobsWithArchive, prepareJob } from "./prepare-job.ts";
import { recordTrace, storeArtifacts } from "./store-artifacts.ts";
import type { TakenJob } from "./take-job.ts";

interface PerformOptions extends Pick<JobRun, "limits" | "signal"> {
  readonly serviceUrl: string;
}

/**
 * Runs a job that was taken, with its deployment and what it needs of its project and pipeline, and stores its log and
 * artifacts. Throws where its project or pipeline is gone.
 */
export async function performJob(
  store: ServiceStore,
  taken: TakenJob,
  { serviceUrl, limits, signal }: PerformOptions,
): Promise<JobOutcome> {
  const { job, definition } = taken;
  let prepared: Awaited<ReturnType<typeof prepareJob>>;
  try {
    prepared = await prepareJob(store, taken, serviceUrl);
  } catch (error) {
    if (error instanceof InvalidEnvironment) return failedWith("environment_creation_failure");
    throw error;
  }
  const { project, pipeline, info, sources, inherited, declared } = prepared;
  makeJobFolder(store, job.id);
  const outcome = await runJob({
    info,
    marker: markerOf(store, job.id),
    definition,
    repository: store.git.open(project.repositoryPath),
    tracePath: jobTracePath(store, job.id),
    archives: jobsWithArchive(store, sources).map(({ id }) => archivePath(store, id)),
    inherited,
    declared,
    ...pipelineVariables(store, pipeline.id, definition),
    limits,
    signal,
    collect: (finished) =>
      storeArtifacts(store, job, definition, {
        ...finished,
        listTracked: () => listFiles(store, project, pipeline.sha),
      }),
  });
  if (outcome.status === "success") await completeDeployment(store, taken, serviceUrl);
  recordTrace(store, job);
  return outcome;
}

async function listFiles(
  store: ServiceStore,
  { repositoryPath }: Project,
  sha: string,
): Promise<ReadonlySet<string>> {
  const entries = (await listTreeEntries(store.git.open(repositoryPath), sha, "", true)) ?? [];
  return new Set(entries.map(({ path }) => path));
}
