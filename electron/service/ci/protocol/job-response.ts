import type { JobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type Job, listArtifacts } from "../../store/ci/jobs.ts";
import { archivePath, fileSize } from "../job-files.ts";
import { jobsWithArchive, prepareJob } from "../prepare-job.ts";
import { reportNames } from "../store-artifacts.ts";
import type { TakenJob } from "../take-job.ts";
import { failureReasons } from "./end-job.ts";
import { jobToken, jobTokenPrefix } from "./job-token.ts";
import { readCaches } from "./read-caches.ts";
import { type RunnerVariable, runnerVariables } from "./runner-variables.ts";

/** Commits of a shallow clone, as on real services. */
const defaultDepth = 20;

/**
 * Returns a job as its runner gets it, in the form that gitlab-runner reads, and begins its deployment. Throws
 * {@link InvalidEnvironment}, and an Error where the job's project or pipeline is gone.
 */
export async function jobResponse(store: ServiceStore, taken: TakenJob, serviceUrl: string) {
  const { job, definition } = taken;
  const prepared = await prepareJob(store, taken, serviceUrl);
  const { project, pipeline, info, sources } = prepared;
  const token = jobToken(store, job.id);
  const repositoryUrl = withPassword(info.serviceUrl, project.fullPath, token);
  const variables: readonly RunnerVariable[] = runnerVariables(store, prepared, definition, {
    token,
    repositoryUrl,
  });
  const depth = Number(variables.findLast(({ key }) => key === "GIT_DEPTH")?.value);
  const isBranch = pipeline.mergeRequestId === null && !pipeline.tag;
  return {
    id: job.id,
    token,
    allow_git_fetch: true,
    job_info: {
      id: job.id,
      name: job.name,
      stage: job.stage,
      project_id: project.id,
      project_name: project.path,
      time_in_queue_seconds: (Date.parse(taken.startedAt) - Date.parse(job.queuedAt ?? job.createdAt)) / 1000,
    },
    git_info: {
      repo_url: repositoryUrl,
      repo_object_format: pipeline.sha.length === 64 ? "sha256" : "sha1",
      ref: pipeline.ref,
      sha: pipeline.sha,
      before_sha: info.before ?? "0".repeat(40),
      ref_type: pipeline.tag ? "tag" : "branch",
      // The commit itself: its branch may have moved on by more than the depth, or be gone.
      refspecs: [
        `+${pipeline.sha}:refs/pipelines/${pipeline.id}`,
        ...(isBranch ? [`+refs/heads/${pipeline.ref}:refs/remotes/origin/${pipeline.ref}`] : []),
        ...(pipeline.tag ? [`+refs/tags/${pipeline.ref}:refs/tags/${pipeline.ref}`] : []),
      ],
      depth: Number.isInteger(depth) && depth >= 0 ? depth : defaultDepth,
    },
    runner_info: { timeout: definition.timeout, runner_session_url: null },
    variables,
    steps: stepsOf(definition),
    image: definition.forRunners.image,
    services: definition.forRunners.services,
    artifacts: artifactsOf(definition),
    cache: await readCaches(store, project, pipeline, definition, info.refProtected),
    credentials: [],
    // With the token of the job that gets them: those of the others are no longer valid.
    dependencies: jobsWithArchive(store, sources).map((other) => ({
      id: other.id,
      name: other.name,
      token,
      artifacts_file: archiveOf(store, other),
    })),
    features: {
      trace_sections: true,
      token_mask_prefixes: [jobTokenPrefix, "glrt-", "hlv-"],
      failure_reasons: failureReasons,
    },
    secrets: {},
    hooks: [],
  };
}

/** Returns the address of a repository with the token as the password of the user that real services name. */
function withPassword(serviceUrl: string, path: string, token: string): string {
  const url = new URL(`${serviceUrl}/${path}.git`);
  url.username = "gitlab-ci-token";
  url.password = token;
  return url.href;
}

const stepsOf = ({ beforeScript, script, afterScript, timeout }: JobDefinition) => [
  {
    name: "script",
    script: [...beforeScript, ...script],
    timeout,
    when: "on_success",
    allow_failure: false,
  },
  ...(afterScript.length > 0
    ? [{ name: "after_script", script: afterScript, timeout, when: "always", allow_failure: true }]
    : []),
];

/** Returns what the runner is to send: the archive, and the reports that are read here. */
function artifactsOf({ artifacts }: JobDefinition) {
  if (!artifacts) return [];
  const common = artifacts.expireIn === null ? {} : { expire_in: `${artifacts.expireIn} seconds` };
  const report = (type: string, name: string, paths: readonly string[]) =>
    paths.length === 0
      ? []
      : [{ ...common, name, paths, when: "always", artifact_type: type, artifact_format: "gzip" }];
  const { name, paths, exclude, untracked, when } = artifacts;
  const archive = { name, paths, exclude, untracked, when, artifact_type: "archive", artifact_format: "zip" };
  return [
    ...(paths.length > 0 || untracked ? [{ ...common, ...archive }] : []),
    ...report("junit", "junit.xml", artifacts.junit),
    ...report("dotenv", ".env", artifacts.dotenv),
    ...artifacts.reports.flatMap(({ type, paths: files }) =>
      report(type, reportNames[type].replace(/\.gz$/, ""), files),
    ),
  ];
}

const archiveOf = (store: ServiceStore, { id }: Job) => ({
  filename:
    listArtifacts(store, id).find(({ fileType }) => fileType === "archive")?.filename ?? "artifacts.zip",
  size: fileSize(archivePath(store, id)) ?? 0,
});
