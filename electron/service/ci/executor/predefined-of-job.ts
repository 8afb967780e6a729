import type { Variables } from "../../../../shared/ci/config/expression.ts";
import { jobNameVariables } from "../../../../shared/ci/config/rule-variables.ts";
import { predefinedVariables, toSeconds } from "../../../../shared/ci/predefined-variables.ts";
import { serviceVersion } from "../../../system/service-version.ts";
import type { JobInfo } from "./job-info.ts";

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
