import { existsSync } from "node:fs";
import type { Variables } from "../../../shared/ci/config/expression.ts";
import type { JobDefinition } from "../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../service-store.ts";
import type { CiVariable } from "../store/ci/ci-settings.ts";
import { type Job, listArtifacts, listCurrentJobs } from "../store/ci/jobs.ts";
import { findPipeline, type Pipeline } from "../store/ci/pipelines.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import { recordDeployment, updateDeployedUrl } from "./deploy.ts";
import type { JobInfo } from "./executor/job-info.ts";
import { archivePath } from "./job-files.ts";
import { declaredVariables, pipelineInfo } from "./pipeline-variables.ts";
import { dotenvVariables } from "./store-artifacts.ts";
import type { TakenJob } from "./take-job.ts";

/** The project and pipeline of a job, with all that it needs of them, whatever runner runs it. */
interface PreparedJob {
  readonly project: Project;
  readonly pipeline: Pipeline;
  readonly info: Omit<JobInfo, "folder">;
  /** Jobs before it whose artifacts it gets. */
  readonly sources: readonly Job[];
  /** Variables that they left in reports. */
  readonly inherited: Variables;
  /** The project's variables that it gets. */
  readonly declared: readonly CiVariable[];
}

/**
 * Returns what a job needs that was taken, and records the deployment that begins with it. Throws {@link InvalidEnvironment},
 * and an Error where its project or pipeline is gone.
 */
export async function prepareJob(
  store: ServiceStore,
  taken: TakenJob,
  serviceUrl: string,
): Promise<PreparedJob> {
  const { job, definition } = taken;
  const { project, pipeline, info, declaredFor } = await describeTaken(store, taken, serviceUrl);
  const sources = artifactSources(store, job, definition);
  const inherited = dotenvVariables(store, sources);
  const environment = recordDeployment(store, job, definition, { info, inherited, declaredFor });
  const declared = declaredFor(environment?.name ?? null);
  return { project, pipeline, info: { ...info, environment }, sources, inherited, declared };
}

/** Sets the URL of a successful job's environment from what it left in its own report. */
export async function completeDeployment(
  store: ServiceStore,
  taken: TakenJob,
  serviceUrl: string,
): Promise<void> {
  const { job, definition } = taken;
  if (!definition.environment || !definition.artifacts?.dotenv.length) return;
  const { info, declaredFor } = await describeTaken(store, taken, serviceUrl);
  const inherited = dotenvVariables(store, [...artifactSources(store, job, definition), job]);
  updateDeployedUrl(store, definition, { info, inherited, declaredFor });
}

async function describeTaken(
  store: ServiceStore,
  { job, definition, runner, startedAt }: TakenJob,
  serviceUrl: string,
) {
  const project = findProject(store, job.projectId);
  const pipeline = findPipeline(store, job.projectId, job.pipelineId);
  if (!project || !pipeline) throw new Error(`job ${job.id} has lost its pipeline`);
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
  const declaredFor = (environment: string | null) =>
    declaredVariables(store, project, pipeline, environment);
  return { project, pipeline, info, declaredFor };
}

/** Returns the jobs before this one whose artifacts it gets, as `dependencies` and `needs` choose them. */
function artifactSources(store: ServiceStore, job: Job, { dependencies, needs }: JobDefinition): Job[] {
  const wanted = dependencies ?? needs?.filter(({ artifacts }) => artifacts).map((need) => need.job) ?? null;
  return listCurrentJobs(store, job.pipelineId).filter((other) =>
    wanted === null ? other.stageIndex < job.stageIndex : wanted.includes(other.name),
  );
}

/** Returns those of some jobs that have an archive, which was not removed since. */
export const jobsWithArchive = (store: ServiceStore, jobs: readonly Job[]): Job[] =>
  jobs.filter(
    ({ id }) =>
      listArtifacts(store, id).some(({ fileType }) => fileType === "archive") &&
      existsSync(archivePath(store, id)),
  );
