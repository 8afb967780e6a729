import type { JobDetails, RunnerJobDetails } from "../domain/ci/describe-job.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";
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

/** Returns a job of a project. */
export function toJob(links: Links, project: Project, details: JobDetails) {
  const { job, pipeline, commit, user, runner, artifacts, needs } = details;
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
    ...(needs ? { needs: [...needs] } : {}),
    artifacts_expire_at: job.artifactsExpireAt,
    artifacts: artifacts.map(({ fileType, fileFormat, filename, size }) => ({
      file_type: fileType,
      file_format: fileFormat,
      filename,
      size,
    })),
    ...(archive ? { artifacts_file: { filename: archive.filename, size: archive.size } } : {}),
    commit: commit && toCommit(links, project, commit),
    pipeline: pipeline && toPipelineSummary(links, project, pipeline),
    runner: runner && toRunner(runner),
    user: user && toPublicUser(links, user),
    web_url: `${links.baseUrl}/${project.fullPath}/-/jobs/${job.id}`,
  };
}

/** Returns a job as it is listed below its runner: with its project and the address it ran from. */
export function toRunnerJob(links: Links, details: RunnerJobDetails) {
  const { inProject, runner } = details;
  const { id, description, name, name_with_namespace, path, path_with_namespace, created_at } =
    toSimpleProject(links, inProject);
  return {
    ...toJob(links, inProject.project, details),
    ip_address: runner?.runner.ipAddress ?? null,
    project: { id, description, name, name_with_namespace, path, path_with_namespace, created_at },
  };
}
