import { folderOf } from "../../../../shared/text/paths.ts";
import { serviceVersion } from "../../../system/service-version.ts";
import type { Variables } from "../config/expression.ts";
import { jobNameVariables, toDnsLabel } from "../config/rule-variables.ts";
import type { CommitInfo, JobInfo, MergeRequestInfo, PipelineInfo } from "./job-info.ts";

/** Hash that stands for no commit. */
const noCommit = "0".repeat(40);
/** Bytes of a message that a variable can have. */
const maxMessageBytes = 100_000;

/** Returns the variables that real services predefine for a pipeline, as far as this one knows their values. */
export function predefinedVariables(info: PipelineInfo): Variables {
  return {
    CI: "true",
    GITLAB_CI: "true",
    GITLAB_FEATURES: "",
    CI_CONFIG_PATH: ".gitlab-ci.yml",
    ...serverVariables(info.serviceUrl),
    ...projectVariables(info),
    CI_COMMIT_SHA: info.sha,
    CI_COMMIT_SHORT_SHA: info.sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: info.before ?? noCommit,
    CI_COMMIT_REF_NAME: info.ref,
    CI_COMMIT_REF_SLUG: toDnsLabel(info.ref),
    CI_COMMIT_REF_PROTECTED: String(info.refProtected),
    ...(info.tag ? { CI_COMMIT_TAG: info.ref } : info.mergeRequest ? {} : { CI_COMMIT_BRANCH: info.ref }),
    ...(info.commit && commitVariables(info.commit)),
    CI_PIPELINE_ID: String(info.pipelineId),
    CI_PIPELINE_IID: String(info.pipelineIid),
    CI_PIPELINE_SOURCE: info.source,
    CI_PIPELINE_URL: `${info.serviceUrl}/${info.projectPath}/-/pipelines/${info.pipelineId}`,
    CI_PIPELINE_CREATED_AT: toSeconds(info.createdAt),
    ...(info.user && {
      GITLAB_USER_ID: String(info.user.id),
      GITLAB_USER_LOGIN: info.user.username,
      GITLAB_USER_NAME: info.user.name,
      GITLAB_USER_EMAIL: info.user.email,
    }),
    ...(info.openMergeRequests.length > 0 && { CI_OPEN_MERGE_REQUESTS: info.openMergeRequests.join(",") }),
    ...(info.mergeRequest && mergeRequestVariables(info.mergeRequest, info)),
  };
}

/** Names of {@link predefinedVariables} that a pipeline has only once it exists: its rules cannot know them. */
export const ofExistingPipelines: ReadonlySet<string> = new Set([
  "CI_PIPELINE_ID",
  "CI_PIPELINE_IID",
  "CI_PIPELINE_URL",
  "CI_PIPELINE_CREATED_AT",
]);

/** Returns the predefined variables of a job that runs on this machine. */
export const predefinedOfJob = (info: JobInfo): Variables => ({
  ...predefinedOfTakenJob(info),
  CI_PROJECT_DIR: info.folder,
  CI_BUILDS_DIR: info.folder,
  CI_CONCURRENT_ID: "0",
  CI_CONCURRENT_PROJECT_ID: "0",
  CI_SHARED_ENVIRONMENT: "true",
  CI_RUNNER_EXECUTABLE_ARCH: `${process.platform}/${process.arch}`,
  CI_RUNNER_VERSION: serviceVersion.version,
});

/** Returns the predefined variables of a job that a runner has taken: all but those that the runner itself knows. */
export function predefinedOfTakenJob(info: Omit<JobInfo, "folder">): Variables {
  const { environment, runner } = info;
  return {
    ...predefinedVariables(info),
    ...jobNameVariables(info),
    CI_JOB_ID: String(info.jobId),
    CI_JOB_URL: `${info.serviceUrl}/${info.projectPath}/-/jobs/${info.jobId}`,
    CI_JOB_STARTED_AT: toSeconds(info.startedAt),
    CI_JOB_TIMEOUT: String(info.timeout),
    ...(info.manual && { CI_JOB_MANUAL: "true" }),
    CI_NODE_TOTAL: "1",
    CI_REPOSITORY_URL: `${info.serviceUrl}/${info.projectPath}.git`,
    CI_RUNNER_ID: String(runner.id),
    CI_RUNNER_DESCRIPTION: runner.description,
    CI_RUNNER_TAGS: JSON.stringify(runner.tags),
    ...(environment && {
      CI_ENVIRONMENT_ID: String(environment.id),
      CI_ENVIRONMENT_NAME: environment.name,
      CI_ENVIRONMENT_SLUG: environment.slug,
      CI_ENVIRONMENT_ACTION: environment.action,
      ...(environment.url !== null && { CI_ENVIRONMENT_URL: environment.url }),
    }),
  };
}

function serverVariables(serviceUrl: string): Variables {
  const { version, revision } = serviceVersion;
  const [major = "", minor = "", patch = ""] = version.replace(/-.*/, "").split(".");
  const { protocol, hostname, port, host } = URL.parse(serviceUrl) ?? {
    protocol: "",
    hostname: "",
    port: "",
    host: "",
  };
  const scheme = protocol.replace(":", "");
  return {
    CI_SERVER: "yes",
    CI_SERVER_NAME: "Helve",
    CI_SERVER_URL: serviceUrl,
    CI_SERVER_PROTOCOL: scheme,
    CI_SERVER_HOST: hostname,
    CI_SERVER_PORT: port || (scheme === "https" ? "443" : "80"),
    CI_SERVER_FQDN: host,
    CI_SERVER_VERSION: version,
    CI_SERVER_VERSION_MAJOR: major,
    CI_SERVER_VERSION_MINOR: minor,
    CI_SERVER_VERSION_PATCH: patch,
    CI_SERVER_REVISION: revision,
    CI_API_V4_URL: `${serviceUrl}/api/v4`,
  };
}

function projectVariables({
  projectId,
  projectPath,
  defaultBranch,
  project,
  serviceUrl,
}: PipelineInfo): Variables {
  const [root = ""] = projectPath.split("/");
  const namespace = folderOf(projectPath);
  return {
    CI_PROJECT_ID: String(projectId),
    CI_PROJECT_NAME: projectPath.slice(projectPath.lastIndexOf("/") + 1),
    CI_PROJECT_TITLE: project.title,
    CI_PROJECT_DESCRIPTION: project.description,
    CI_PROJECT_PATH: projectPath,
    CI_PROJECT_PATH_SLUG: toDnsLabel(projectPath),
    CI_PROJECT_NAMESPACE: namespace,
    CI_PROJECT_NAMESPACE_SLUG: toDnsLabel(namespace),
    ...(project.namespaceId !== null && { CI_PROJECT_NAMESPACE_ID: String(project.namespaceId) }),
    CI_PROJECT_ROOT_NAMESPACE: root,
    CI_PROJECT_URL: `${serviceUrl}/${projectPath}`,
    CI_PROJECT_VISIBILITY: project.visibility,
    CI_PROJECT_TOPICS: project.topics.join(",").toLowerCase(),
    ...(defaultBranch !== null && {
      CI_DEFAULT_BRANCH: defaultBranch,
      CI_DEFAULT_BRANCH_SLUG: toDnsLabel(defaultBranch),
    }),
  };
}

function commitVariables({
  authorName,
  authorEmail,
  committedAt,
  message,
  tagMessage,
}: CommitInfo): Variables {
  const [title = ""] = message.split("\n", 1);
  const short = Buffer.from(message).subarray(0, maxMessageBytes).toString();
  const isTruncated = Buffer.byteLength(message) > maxMessageBytes;
  return {
    CI_COMMIT_AUTHOR: `${authorName} <${authorEmail}>`,
    CI_COMMIT_TIMESTAMP: committedAt ?? "",
    CI_COMMIT_MESSAGE: isTruncated ? short.replace(/\uFFFD+$/, "") : message,
    CI_COMMIT_MESSAGE_IS_TRUNCATED: String(isTruncated),
    CI_COMMIT_TITLE: title,
    // As on other services a long title stays in it.
    CI_COMMIT_DESCRIPTION: title.length < 100 ? message.slice(title.length).replace(/^\n+/, "") : message,
    ...(tagMessage !== null && { CI_COMMIT_TAG_MESSAGE: tagMessage }),
  };
}

const toSeconds = (time: string): string => time.replace(/\.\d+/, "");

/** Characters of a description that a variable can have, as on other services. */
const maxDescriptionLength = 2_700;

/** Returns the predefined variables of a merge request's pipeline, which runs its source as it is. */
function mergeRequestVariables(mergeRequest: MergeRequestInfo, pipeline: PipelineInfo): Variables {
  const { sourceProject, milestone, diffBaseSha, diffId, labels, assignees } = mergeRequest;
  return {
    CI_MERGE_REQUEST_ID: String(mergeRequest.id),
    CI_MERGE_REQUEST_IID: String(mergeRequest.iid),
    CI_MERGE_REQUEST_REF_PATH: `refs/merge-requests/${mergeRequest.iid}/head`,
    CI_MERGE_REQUEST_EVENT_TYPE: "detached",
    CI_MERGE_REQUEST_TITLE: mergeRequest.title,
    CI_MERGE_REQUEST_DESCRIPTION: mergeRequest.description.slice(0, maxDescriptionLength),
    CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: String(mergeRequest.description.length > maxDescriptionLength),
    CI_MERGE_REQUEST_DRAFT: String(mergeRequest.draft),
    CI_MERGE_REQUEST_PROJECT_ID: String(pipeline.projectId),
    CI_MERGE_REQUEST_PROJECT_PATH: pipeline.projectPath,
    CI_MERGE_REQUEST_PROJECT_URL: `${pipeline.serviceUrl}/${pipeline.projectPath}`,
    CI_MERGE_REQUEST_SQUASH_ON_MERGE: String(mergeRequest.squash),
    // Of pipelines of merged results alone.
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "",
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: "",
    CI_MERGE_REQUEST_SOURCE_BRANCH_PROTECTED: String(mergeRequest.sourceProtected),
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: mergeRequest.sourceBranch,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: mergeRequest.targetBranch,
    CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: String(mergeRequest.targetProtected),
    ...(sourceProject && {
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(sourceProject.id),
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: sourceProject.fullPath,
      CI_MERGE_REQUEST_SOURCE_PROJECT_URL: `${pipeline.serviceUrl}/${sourceProject.fullPath}`,
    }),
    ...(diffBaseSha !== null && { CI_MERGE_REQUEST_DIFF_BASE_SHA: diffBaseSha }),
    ...(diffId !== null && { CI_MERGE_REQUEST_DIFF_ID: String(diffId) }),
    ...(labels.length > 0 && { CI_MERGE_REQUEST_LABELS: labels.join(",") }),
    ...(milestone !== null && { CI_MERGE_REQUEST_MILESTONE: milestone }),
    ...(assignees.length > 0 && { CI_MERGE_REQUEST_ASSIGNEES: assignees.join(", ") }),
  };
}
