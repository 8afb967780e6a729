const texts: Readonly<Record<string, string>> = {
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
};

/** Returns a text for why a job failed; the name of an unknown reason itself. */
export const failureText = (reason: string): string => texts[reason] ?? reason.replaceAll("_", " ");
