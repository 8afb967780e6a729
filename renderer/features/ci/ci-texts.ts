const failureTexts: Readonly<Record<string, string>> = {
  script_failure: "script failed",
  api_failure: "service error",
  stuck_or_timeout_failure: "no runner picked it up in time",
  runner_system_failure: "runner failed",
  job_execution_timeout: "ran too long",
  missing_dependency_failure: "artifacts of an earlier job are missing",
  runner_unsupported: "runner too old",
  stale_schedule: "not started in time",
  unmet_prerequisites: "environment not ready",
  environment_creation_failure: "environment name or URL not valid",
  scheduler_failure: "could not be assigned to a runner",
  data_integrity_failure: "inconsistent data",
  forward_deployment_failure: "a newer deployment exists",
  user_blocked: "its user is blocked",
  archived_failure: "project archived",
  protected_environment_failure: "protected environment",
  ci_quota_exceeded: "no compute minutes left",
  no_matching_runner: "no runner matches",
  trace_size_exceeded: "log too long",
  disk_quota_exceeded: "disk quota exceeded",
  downstream_bridge_project_not_found: "the other project is not there, or not for its user",
  downstream_pipeline_creation_failed: "its pipeline could not be created",
  insufficient_bridge_permissions: "its user may not run that pipeline",
  pipeline_loop_detected: "pipelines start each other",
  reached_max_descendant_pipelines_depth: "too many child pipelines below each other",
  reached_max_pipeline_hierarchy_size: "too many downstream pipelines",
};

/** Returns a text for why a job failed; the name of an unknown reason itself. */
export const failureText = (reason: string): string => failureTexts[reason] ?? reason.replaceAll("_", " ");

/** Returns "1 job", "12 jobs". */
export const jobsText = (count: number): string => (count === 1 ? "1 job" : `${count.toLocaleString()} jobs`);

/** Returns "1 pipeline", "12 pipelines". */
export const pipelinesText = (count: number): string =>
  count === 1 ? "1 pipeline" : `${count.toLocaleString()} pipelines`;

const sourceTexts: Readonly<Record<string, string>> = {
  push: "Push",
  web: "Run by hand",
  api: "API",
  trigger: "Trigger",
  schedule: "Schedule",
  pipeline: "Other pipeline",
  parent_pipeline: "Parent pipeline",
  merge_request_event: "Merge request",
  external: "External",
  external_pull_request_event: "External pull request",
  chat: "Chat",
  webide: "Web IDE",
};

/** Sources by which pipelines can be filtered. */
export const pipelineSources = Object.keys(sourceTexts);

/** Returns a text for what started a pipeline. */
export const sourceText = (source: string): string => sourceTexts[source] ?? source.replaceAll("_", " ");
