import { jobDefinition } from "../ci/job-definition.ts";
import type { GitCommit } from "../git/history/commits.ts";
import { readCommits } from "../git/history/commits.ts";
import type { Context } from "../http/context.ts";
import { type Job, listArtifacts } from "../store/ci/jobs.ts";
import { findPipeline, type Pipeline } from "../store/ci/pipelines.ts";
import { findRunner } from "../store/ci/runners.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import { findUser } from "../store/users/users.ts";
import { toCommit } from "./commit.ts";
import { toPipelineSummary } from "./pipeline.ts";
import { toSimpleProject } from "./project.ts";
import { toRunner } from "./runner.ts";
import { toPublicUser } from "./user.ts";

const seconds = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;

/** Returns seconds from `start` until `end`, or until now while a job is still under way. */
const elapsed = (start: string | null, end: string | null): number | null =>
  seconds(start, end ?? (start === null ? null : new Date().toISOString()));

/** Returns jobs of one project as the interface has them, with their commits read in one go. */
export async function toJobs(context: Context, project: Project, jobs: readonly Job[]) {
  const pipelines = new Map<number, Pipeline | null>();
  for (const { pipelineId } of jobs) {
    if (!pipelines.has(pipelineId))
      pipelines.set(pipelineId, findPipeline(context.store, project.id, pipelineId));
  }
  const ids = [...new Set([...pipelines.values()].flatMap((pipeline) => pipeline?.sha ?? []))];
  const commits = await readKnownCommits(context, project, ids);
  return jobs.map((job) => {
    const pipeline = pipelines.get(job.pipelineId) ?? null;
    return toJob(context, project, job, pipeline, commits.get(pipeline?.sha ?? "") ?? null);
  });
}

/** A commit may have left the repository since its job ran; its job is listed without it. */
async function readKnownCommits(
  context: Context,
  project: Project,
  ids: readonly string[],
): Promise<Map<string, GitCommit>> {
  const repository = context.repository(project);
  const present = await Promise.all(ids.map((id) => repository.objects.check(`${id}^{commit}`)));
  const commits = await readCommits(
    repository,
    present.flatMap((info) => info?.id ?? []),
  );
  return new Map(commits.map((commit) => [commit.id, commit]));
}

function toJob(
  context: Context,
  project: Project,
  job: Job,
  pipeline: Pipeline | null,
  commit: GitCommit | null,
) {
  const { store } = context;
  const user = job.userId === null ? null : findUser(store, job.userId);
  const runner = job.runnerId === null ? null : findRunner(store, job.runnerId);
  const artifacts = listArtifacts(store, job.id);
  const archive = artifacts.find(({ fileType }) => fileType === "archive");
  return {
    id: job.id,
    name: job.name,
    stage: job.stage,
    ref: pipeline?.ref ?? null,
    status: job.status,
    tag: pipeline?.tag ?? false,
    coverage: job.coverage,
    allow_failure: job.allowFailure,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    erased_at: job.erasedAt,
    duration: elapsed(job.startedAt, job.finishedAt),
    queued_duration: elapsed(job.queuedAt, job.startedAt ?? job.finishedAt),
    ...(job.failureReason === null ? {} : { failure_reason: job.failureReason }),
    tag_list: [...job.tags],
    needs: neededJobs(job),
    artifacts_expire_at: job.artifactsExpireAt,
    artifacts: artifacts.map(({ fileType, fileFormat, filename, size }) => ({
      file_type: fileType,
      file_format: fileFormat,
      filename,
      size,
    })),
    ...(archive ? { artifacts_file: { filename: archive.filename, size: archive.size } } : {}),
    commit: commit && toCommit(context, project, commit),
    pipeline: pipeline && toPipelineSummary(context, project, pipeline),
    runner: runner && toRunner(runner),
    user: user && toPublicUser(context, user),
    web_url: `${context.baseUrl}/${project.fullPath}/-/jobs/${job.id}`,
  };
}

/** Returns the names of the jobs that a job waits for, null where it waits for all of the earlier stages. */
const neededJobs = ({ definition }: Job): string[] | null =>
  jobDefinition.parse(definition).needs?.map((need) => need.job) ?? null;

/** Returns a job as it is listed below its runner: with its project and the address it ran from. */
export async function toRunnerJob(context: Context, job: Job) {
  const project = findProject(context.store, job.projectId);
  if (!project) throw new Error(`job ${job.id} has no project`);
  const [shown] = await toJobs(context, project, [job]);
  if (!shown) throw new Error(`job ${job.id} was not presented`);
  const { id, description, name, name_with_namespace, path, path_with_namespace, created_at } =
    toSimpleProject(context, project);
  return {
    ...shown,
    ip_address: shown.runner?.ip_address ?? null,
    project: { id, description, name, name_with_namespace, path, path_with_namespace, created_at },
  };
}
