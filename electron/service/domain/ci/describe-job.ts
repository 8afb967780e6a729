import { jobDefinition } from "../../ci/config/job-definition.ts";
import { type GitCommit, readCommits } from "../../git/history/commits.ts";
import type { PageRequest } from "../../http/paging.ts";
import { type Job, type JobArtifact, type JobQuery, listArtifacts, listJobs } from "../../store/ci/jobs.ts";
import { findPipeline, type Pipeline } from "../../store/ci/pipelines.ts";
import { findRunner } from "../../store/ci/runners.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { describeSimpleProject, type SimpleProjectDetails } from "../projects/describe-project.ts";
import { describeRunner, type RunnerDetails } from "./runner-status.ts";

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
}

/** A job as it is listed below its runner: with its project. */
export interface RunnerJobDetails extends JobDetails {
  readonly inProject: SimpleProjectDetails;
}

/** Returns jobs of one project with their details; their commits are read together. */
export async function describeJobs(
  store: Store,
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
      runner: runner && describeRunner(runner),
      artifacts: listArtifacts(store, job.id),
      needs: jobDefinition.parse(job.definition).needs?.map((need) => need.job) ?? null,
    };
  });
}

/** Returns a job of a project with its details. */
export async function describeJob(store: Store, project: Project, job: Job): Promise<JobDetails> {
  const [details] = await describeJobs(store, project, [job]);
  if (!details) throw new Error(`job ${job.id} was not described`);
  return details;
}

/** A commit may have left the repository since its job ran; its job is listed without it. */
async function readKnownCommits(
  store: Store,
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

function listPage(store: Store, query: JobQuery, { number, perPage }: PageRequest): JobPage<Job> {
  const jobs = listJobs(store, query, perPage + 1, (number - 1) * perPage);
  return { jobs: jobs.slice(0, perPage), more: jobs.length > perPage };
}

/** Returns the requested page of the jobs of a project that match. */
export async function findJobs(
  store: Store,
  project: Project,
  query: JobQuery,
  page: PageRequest,
): Promise<JobPage<JobDetails>> {
  const { jobs, more } = listPage(store, query, page);
  return { jobs: await describeJobs(store, project, jobs), more };
}

/** Returns the requested page of the jobs that a runner took in projects whose code the user may read. */
export async function findJobsOfRunner(
  store: Store,
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
