import type { BridgeDetails, JobDetails, RunnerJobDetails } from "../domain/ci/jobs.ts";
import type { RunnerDetails, SingleRunnerDetails } from "../domain/ci/runner-status.ts";
import type { Links } from "../http/implement.ts";
import type { Project } from "../store/projects/projects.ts";
import { toCommit } from "./commit.ts";
import { toPipelineSummary } from "./pipeline.ts";
import { toSimpleProject } from "./project.ts";
import { toPublicUser } from "./user.ts";

const seconds = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;

/** Returns seconds from `start` until `end`, or until `now` while a job is still under way. */
const elapsed = (start: string | null, end: string | null, now: string): number | null =>
  seconds(start, end ?? now);

/** Returns a job of a project. */
export function toJob(links: Links, project: Project, details: JobDetails) {
  const { job, pipeline, commit, user, runner, artifacts, needs, now } = details;
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
    duration: elapsed(job.startedAt, job.finishedAt, now),
    queued_duration: elapsed(job.queuedAt, job.startedAt ?? job.finishedAt, now),
    failure_reason: job.failureReason ?? undefined,
    tag_list: [...job.tags],
    needs: needs ? [...needs] : undefined,
    artifacts_expire_at: job.artifactsExpireAt,
    artifacts: artifacts.map(({ fileType, fileFormat, filename, size }) => ({
      file_type: fileType,
      file_format: fileFormat,
      filename,
      size,
    })),
    artifacts_file: archive && { filename: archive.filename, size: archive.size },
    commit: commit && toCommit(links, project, commit),
    pipeline: pipeline && toPipelineSummary(links, project, pipeline),
    runner: runner && toRunner(runner),
    user: user && toPublicUser(links, user),
    web_url: `${links.baseUrl}/${project.fullPath}/-/jobs/${job.id}`,
  };
}

/** Returns a job that starts a pipeline. */
export function toBridge(links: Links, project: Project, details: BridgeDetails) {
  const { artifacts: _, artifacts_file: __, runner: ___, ...job } = toJob(links, project, details);
  const { downstream } = details;
  return {
    ...job,
    downstream_pipeline: downstream && toPipelineSummary(links, downstream.project, downstream.pipeline),
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

/** Returns a runner as lists contain it. */
export const toRunner = ({ runner, isOnline, status }: RunnerDetails) => ({
  id: runner.id,
  description: runner.description,
  active: runner.active,
  paused: !runner.active,
  is_shared: runner.type === "instance_type",
  runner_type: runner.type,
  ip_address: runner.ipAddress,
  name: runner.name,
  online: isOnline,
  status,
});

/** Returns a single runner. */
export const toRunnerDetail = (links: Links, details: SingleRunnerDetails) => {
  const { runner, token, projects, machines } = details;
  return {
    ...toRunner(details),
    architecture: runner.architecture,
    platform: runner.platform,
    revision: runner.revision,
    version: runner.version,
    contacted_at: runner.contactedAt,
    token: token ?? undefined,
    projects: projects.map((project) => {
      const { id, name, name_with_namespace, path, path_with_namespace } = toSimpleProject(links, project);
      return { id, name, name_with_namespace, path, path_with_namespace };
    }),
    tag_list: [...runner.tags],
    run_untagged: runner.runUntagged,
    locked: runner.locked,
    access_level: runner.accessLevel,
    maximum_timeout: runner.maximumTimeout,
    machines: machines?.map((machine) => ({
      system_id: machine.systemId,
      version: machine.version,
      platform: machine.platform,
      architecture: machine.architecture,
      ip_address: machine.ipAddress,
      contacted_at: machine.contactedAt,
    })),
  };
};
