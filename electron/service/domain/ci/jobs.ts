import { jobDefinition, mayAlwaysFail } from "../../../../shared/ci/config/job-definition.ts";
import { removeJobFiles } from "../../ci/job-files.ts";
import { advancePipeline, startBridge } from "../../ci/pipeline-state.ts";
import { sealJobVariables } from "../../ci/pipeline-variables.ts";
import { recordTrace } from "../../ci/store-artifacts.ts";
import { timeNow } from "../../clock.ts";
import { type GitCommit, readCommits } from "../../git/commits.ts";
import type { ServiceStore } from "../../service-store.ts";
import { updateDeploymentOfJob } from "../../store/ci/environments.ts";
import {
  deleteArtifacts,
  findJob,
  findSourceJob,
  insertJob,
  type Job,
  type JobArtifact,
  type JobQuery,
  listArtifacts,
  listCurrentJobs,
  listJobRows,
  updateJob,
} from "../../store/ci/jobs.ts";
import {
  findPipeline,
  findPipelineOfJob,
  listChildPipelines,
  type Pipeline,
} from "../../store/ci/pipelines.ts";
import { findRunner } from "../../store/ci/runners.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { mayReadCode } from "../access/access-level.ts";
import { projectRepository } from "../originals/original-state.ts";
import type { PageRequest } from "../paged.ts";
import { describeSimpleProject, type SimpleProjectDetails } from "../projects/describe-project.ts";
import { forbidden, invalid, notFound } from "../refusal.ts";
import { requireVariableNames } from "./change-variables.ts";
import { describeRunner, type RunnerDetails } from "./runner-status.ts";

/** States of jobs that have not ended. */
export const unfinishedStates = ["created", "pending", "running", "manual"];
const retryable = ["success", "failed", "canceled"];

/** Returns the job of an id in a project; one that starts a pipeline has neither log nor artifacts, and is none. Throws `notFound`. */
export function requireJob(store: ServiceStore, project: Project, id: number): Job {
  const job = requireJobOrBridge(store, project, id);
  if (job.isBridge) throw notFound();
  return job;
}

/** Returns the job of an id in a project, also one that starts a pipeline. Throws `notFound`. */
export function requireJobOrBridge(store: ServiceStore, project: Project, id: number): Job {
  const job = findJob(store, project.id, id);
  if (!job) throw notFound();
  return job;
}

/**
 * Cancels a job that has not ended, and the child pipeline that it started; an ended one is not changed. The runner ends the job's
 * processes.
 */
export function cancelUnfinishedJob(store: ServiceStore, job: Job): void {
  const now = timeNow(store);
  store.transaction(() => {
    if (!updateJob(store, job.id, { status: "canceled", finishedAt: now }, unfinishedStates)) return;
    updateDeploymentOfJob(store, job.id, "canceled");
    recordTrace(store, job);
    const child = job.isBridge ? findPipelineOfJob(store, job.id) : null;
    if (child?.source === "parent_pipeline") cancelJobsOfPipeline(store, child);
    advancePipeline(store, job.pipelineId);
  });
}

/** Cancels every job of a pipeline and of its child pipelines that has not ended. */
export function cancelJobsOfPipeline(store: ServiceStore, { id }: Pick<Pipeline, "id">): void {
  for (const each of [id, ...listChildPipelines(store, id).map((child) => child.id)])
    for (const job of listCurrentJobs(store, each)) cancelUnfinishedJob(store, job);
}

/**
 * Replaces an ended job by a pending copy; jobs that were skipped after it wait again. Returns its id. Throws `forbidden`
 * where the job cannot be retried.
 */
export function retryEndedJob(store: ServiceStore, job: Job, user: User): number {
  if (!retryable.includes(job.status) || job.retried || failsForever(job))
    throw forbidden("Job is not retryable");
  return store.transaction(() => {
    const added = replaceJob(store, job, user, "pending");
    reviveSkippedJobs(store, job.pipelineId, user);
    advancePipeline(store, job.pipelineId);
    return added;
  });
}

/**
 * Replaces the failed and cancelled jobs of a pipeline by copies that run in the order of the pipeline: each waits for
 * the jobs before it, and manual ones wait to be started again.
 */
export function retryEndedJobs(store: ServiceStore, pipelineId: number, user: User): void {
  store.transaction(() => {
    const ended = listCurrentJobs(store, pipelineId).filter(
      (job) => unsuccessful.has(job.status) && !failsForever(job),
    );
    for (const job of ended) replaceJob(store, job, user, "created");
    if (ended.length > 0) reviveSkippedJobs(store, pipelineId, user);
    advancePipeline(store, pipelineId);
  });
}

const unsuccessful = new Set(["failed", "canceled"]);

/** Returns whether a job that starts a pipeline failed by what another attempt would fail by, too. */
const failsForever = ({ status, failureReason }: Job): boolean =>
  status === "failed" &&
  (failureReason === "pipeline_loop_detected" || failureReason === "reached_max_descendant_pipelines_depth");

/**
 * Adds a copy of a job with a state, which replaces the job in the pipeline. A pending copy does not wait for its delay
 * again, and starts its pipeline at once where it has one. Returns the copy's id.
 */
function replaceJob(store: ServiceStore, job: Job, user: User, status: "created" | "pending"): number {
  updateJob(store, job.id, { retried: true });
  const definition = jobDefinition.parse(job.definition);
  const id = insertJob(store, {
    projectId: job.projectId,
    pipelineId: job.pipelineId,
    name: job.name,
    stage: job.stage,
    stageIndex: job.stageIndex,
    status: job.isBridge ? "created" : status,
    allowFailure: mayAlwaysFail(job),
    tags: job.tags,
    definition: status === "pending" ? { ...definition, startIn: 0 } : definition,
    isBridge: job.isBridge,
    userId: user.id,
  });
  if (job.isBridge && status === "pending") startBridge(store, id, ["created"]);
  return id;
}

/**
 * Sets all skipped jobs of a pipeline to waiting, as jobs of who retries or starts one of its jobs; those that still have
 * to be skipped are skipped when it advances. So do those of the pipeline that it is a child of, where that depends on it: both are
 * for the same ref, so who may act on one may act on the other.
 */
function reviveSkippedJobs(store: ServiceStore, pipelineId: number, user: User): void {
  const source = findSourceJob(store, pipelineId);
  const trigger = source && jobDefinition.parse(source.definition).trigger;
  if (source && !source.retried && trigger?.depends && trigger.project === null)
    reviveSkippedJobs(store, source.pipelineId, user);
  for (const { id } of listCurrentJobs(store, pipelineId)) {
    updateJob(store, id, { status: "created", finishedAt: null, userId: user.id }, ["skipped"]);
  }
}

/**
 * Starts a manual job with variables of its own; jobs that were skipped without it wait again. Throws `invalid` where it is not a
 * waiting manual one, and `invalidFields` for a variable that cannot have its name.
 */
export function startManualJob(
  store: ServiceStore,
  job: Job,
  user: User,
  variables: Readonly<Record<string, string>> = {},
): void {
  requireVariableNames(Object.keys(variables));
  const definition = jobDefinition.parse(job.definition);
  const changes = {
    status: "pending",
    queuedAt: timeNow(store),
    userId: user.id,
    definition: { ...definition, sealedOwn: sealJobVariables(store, job.pipelineId, variables) },
  };
  const start = () =>
    job.isBridge
      ? startBridge(store, job.id, ["manual"], user.id)
      : updateJob(store, job.id, changes, ["manual"]);
  store.transaction(() => {
    if (!start()) throw invalid("Unplayable Job");
    reviveSkippedJobs(store, job.pipelineId, user);
    advancePipeline(store, job.pipelineId);
  });
}

/** Removes the log and the artifacts of an ended job. Throws `forbidden` where there is nothing to erase. */
export function eraseJobOutput(store: ServiceStore, job: Job): void {
  // One that starts a pipeline has neither.
  if (job.isBridge) throw notFound();
  const now = timeNow(store);
  const changes = { erasedAt: now, artifactsExpireAt: null };
  if (job.erasedAt !== null || !updateJob(store, job.id, changes, retryable)) {
    throw forbidden("Job is not erasable!");
  }
  deleteArtifacts(store, job.id);
  removeJobFiles(store, job.id);
}

/** A job with its pipeline and commit, who started it, what runs it and what it left. */
export interface JobDetails {
  readonly job: Job;
  readonly pipeline: Pipeline | null;
  /** Null where the commit has left the repository since. */
  readonly commit: GitCommit | null;
  readonly user: User | null;
  readonly runner: RunnerDetails | null;
  readonly artifacts: readonly JobArtifact[];
  /** Names of the jobs that it waits for, null where it waits for all of the earlier stages. */
  readonly needs: readonly string[] | null;
  /** Until when a job that is under way has waited or run. */
  readonly now: string;
}

/** A job that starts a pipeline, with that and its project. */
export interface BridgeDetails extends JobDetails {
  /** Null before it was started, and where the caller may not read its project. */
  readonly downstream: { readonly pipeline: Pipeline; readonly project: Project } | null;
}

/** Returns the requested page of the jobs of a pipeline that start pipelines; `user` reads them. */
export async function findBridges(
  store: ServiceStore,
  user: User | null,
  project: Project,
  query: JobQuery,
  page: PageRequest,
): Promise<JobPage<BridgeDetails>> {
  const { jobs, more } = await findJobs(store, project, { ...query, isBridge: true }, page);
  const described = jobs.map((details): BridgeDetails => {
    const pipeline = findPipelineOfJob(store, details.job.id);
    const target = pipeline && findProject(store, pipeline.projectId);
    const isReadable = target && mayReadCode(store, user, target);
    return { ...details, downstream: pipeline && isReadable ? { pipeline, project: target } : null };
  });
  return { jobs: described, more };
}

/** A job as it is listed below its runner: with its project. */
export interface RunnerJobDetails extends JobDetails {
  readonly inProject: SimpleProjectDetails;
}

/** Returns jobs of one project with their details; their commits are read together. */
async function describeJobs(
  store: ServiceStore,
  project: Project,
  jobs: readonly Job[],
): Promise<JobDetails[]> {
  const pipelines = new Map<number, Pipeline | null>();
  for (const { pipelineId } of jobs) {
    if (!pipelines.has(pipelineId)) pipelines.set(pipelineId, findPipeline(store, project.id, pipelineId));
  }
  const ids = new Set([...pipelines.values()].flatMap((pipeline) => pipeline?.sha ?? []));
  const commits = await readKnownCommits(store, project, [...ids]);
  return jobs.map((job) => {
    const pipeline = pipelines.get(job.pipelineId) ?? null;
    const runner = job.runnerId === null ? null : findRunner(store, job.runnerId);
    return {
      job,
      pipeline,
      commit: commits.get(pipeline?.sha ?? "") ?? null,
      user: job.userId === null ? null : findUser(store, job.userId),
      runner: runner && describeRunner(store, runner),
      artifacts: listArtifacts(store, job.id),
      needs: jobDefinition.parse(job.definition).needs?.map((need) => need.job) ?? null,
      now: timeNow(store),
    };
  });
}

/** Returns a job of a project with its details. */
export async function describeJob(store: ServiceStore, project: Project, job: Job): Promise<JobDetails> {
  const [details] = await describeJobs(store, project, [job]);
  if (!details) throw new Error(`job ${job.id} was not described`);
  return details;
}

/** A commit may have left the repository since its job ran; its job is listed without it. */
async function readKnownCommits(
  store: ServiceStore,
  project: Project,
  ids: readonly string[],
): Promise<Map<string, GitCommit>> {
  const repository = projectRepository(store, project);
  const present = await Promise.all(ids.map((id) => repository.objects.check(`${id}^{commit}`)));
  const commits = await readCommits(
    repository,
    present.flatMap((info) => info?.id ?? []),
  );
  return new Map(commits.map((commit) => [commit.id, commit]));
}

/** A page of jobs, which services never count. */
interface JobPage<T> {
  readonly jobs: readonly T[];
  /** Whether another page follows. */
  readonly more: boolean;
}

function listPage(store: ServiceStore, query: JobQuery, { number, perPage }: PageRequest): JobPage<Job> {
  const jobs = listJobRows(store, query, perPage + 1, (number - 1) * perPage);
  return { jobs: jobs.slice(0, perPage), more: jobs.length > perPage };
}

/** Returns the requested page of the jobs of a project that match. */
export async function findJobs(
  store: ServiceStore,
  project: Project,
  query: JobQuery,
  page: PageRequest,
): Promise<JobPage<JobDetails>> {
  const { jobs, more } = listPage(store, query, page);
  return { jobs: await describeJobs(store, project, jobs), more };
}

/** Returns the requested page of the jobs that a runner took in projects whose code the user may read. */
export async function findJobsOfRunner(
  store: ServiceStore,
  user: User,
  query: JobQuery,
  page: PageRequest,
): Promise<JobPage<RunnerJobDetails>> {
  const { jobs, more } = listPage(store, { ...query, readableBy: user }, page);
  const described = jobs.map(async (job) => {
    const project = findProject(store, job.projectId);
    if (!project) throw new Error(`job ${job.id} has no project`);
    const inProject = describeSimpleProject(store, project);
    return { ...(await describeJob(store, project, job)), inProject };
  });
  return { jobs: await Promise.all(described), more };
}
