import { expand, type Variables } from "../config/expression.ts";

/** What a job's predefined variables are made of. */
export interface JobFacts {
  readonly jobId: number;
  readonly name: string;
  readonly stage: string;
  readonly pipelineId: number;
  readonly pipelineIid: number;
  readonly source: string;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly projectId: number;
  readonly projectPath: string;
  readonly defaultBranch: string | null;
  readonly serviceUrl: string;
  /** Folder of the checkout. */
  readonly folder: string;
}

/** Returns the variables that real services predefine, as far as they have a meaning here. */
export function predefinedVariables(facts: Omit<JobFacts, "jobId" | "name" | "stage" | "folder">): Variables {
  const [name = ""] = facts.projectPath.split("/").slice(-1);
  const url = `${facts.serviceUrl}/${facts.projectPath}`;
  return {
    CI: "true",
    GITLAB_CI: "true",
    CI_SERVER: "yes",
    CI_SERVER_NAME: "Helve",
    CI_SERVER_URL: facts.serviceUrl,
    CI_API_V4_URL: `${facts.serviceUrl}/api/v4`,
    CI_COMMIT_SHA: facts.sha,
    CI_COMMIT_SHORT_SHA: facts.sha.slice(0, 8),
    CI_COMMIT_REF_NAME: facts.ref,
    CI_COMMIT_REF_SLUG: refSlug(facts.ref),
    ...(facts.tag ? { CI_COMMIT_TAG: facts.ref } : { CI_COMMIT_BRANCH: facts.ref }),
    ...(facts.defaultBranch === null ? {} : { CI_DEFAULT_BRANCH: facts.defaultBranch }),
    CI_PIPELINE_ID: String(facts.pipelineId),
    CI_PIPELINE_IID: String(facts.pipelineIid),
    CI_PIPELINE_SOURCE: facts.source,
    CI_PIPELINE_URL: `${url}/-/pipelines/${facts.pipelineId}`,
    CI_PROJECT_ID: String(facts.projectId),
    CI_PROJECT_NAME: name,
    CI_PROJECT_PATH: facts.projectPath,
    CI_PROJECT_NAMESPACE: facts.projectPath.split("/").slice(0, -1).join("/"),
    CI_PROJECT_URL: url,
  };
}

/** Returns a job's variables, those of its definition expanded by what comes before them. */
export function jobVariables(facts: JobFacts, own: Variables): Variables {
  const known: Record<string, string> = {
    ...predefinedVariables(facts),
    CI_JOB_ID: String(facts.jobId),
    CI_JOB_NAME: facts.name,
    CI_JOB_STAGE: facts.stage,
    CI_JOB_URL: `${facts.serviceUrl}/${facts.projectPath}/-/jobs/${facts.jobId}`,
    CI_PROJECT_DIR: facts.folder,
    CI_BUILDS_DIR: facts.folder,
  };
  for (const [name, value] of Object.entries(own)) known[name] = expand(value, known);
  return known;
}

/** Returns a ref as a DNS label: lower case, 63 characters at most, no `-` at its ends. */
export const refSlug = (ref: string): string =>
  ref
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");

/** What a job sees of this process's environment: where programs are, and nothing that names or identifies anybody. */
const inherited = ["PATH", "SystemRoot", "PATHEXT", "COMSPEC"];

/**
 * Returns the whole environment of a job. `marker` names the job, so that processes which left its process group are
 * found by it.
 */
export const jobEnvironment = (
  variables: Variables,
  { home, marker }: { readonly home: string; readonly marker: string },
): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name] ?? ""]] : [])),
  ),
  LANG: "C.UTF-8",
  HOME: home,
  TMPDIR: home,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  ...variables,
  HELVE_JOB: marker,
});
