import { folderOf } from "../../../../shared/text/paths.ts";
import { createExpander, type Variables } from "../config/expression.ts";
import type { JobInfo, PipelineInfo } from "./job-info.ts";
import { mergeRequestVariables } from "./merge-request-variables.ts";

/** A variable that the project declares. */
export interface DeclaredVariable {
  readonly key: string;
  readonly value: string;
  readonly masked: boolean;
  /** `$` in the value is not expanded. */
  readonly raw: boolean;
}

/** A variable of the project as a job gets it. */
export interface JobVariable extends DeclaredVariable {
  /** The job gets the path of a file with the value. */
  readonly file: boolean;
}

/** Returns the variables that real services predefine, as far as they have a meaning here. */
export function predefinedVariables(info: PipelineInfo): Variables {
  const [name = ""] = info.projectPath.split("/").slice(-1);
  const url = `${info.serviceUrl}/${info.projectPath}`;
  return {
    CI: "true",
    GITLAB_CI: "true",
    CI_SERVER: "yes",
    CI_SERVER_NAME: "Helve",
    CI_SERVER_URL: info.serviceUrl,
    CI_API_V4_URL: `${info.serviceUrl}/api/v4`,
    CI_COMMIT_SHA: info.sha,
    CI_COMMIT_SHORT_SHA: info.sha.slice(0, 8),
    CI_COMMIT_REF_NAME: info.ref,
    CI_COMMIT_REF_SLUG: refSlug(info.ref),
    ...(info.tag ? { CI_COMMIT_TAG: info.ref } : info.mergeRequest ? {} : { CI_COMMIT_BRANCH: info.ref }),
    ...(info.defaultBranch === null ? {} : { CI_DEFAULT_BRANCH: info.defaultBranch }),
    CI_PIPELINE_ID: String(info.pipelineId),
    CI_PIPELINE_IID: String(info.pipelineIid),
    CI_PIPELINE_SOURCE: info.source,
    CI_PIPELINE_URL: `${url}/-/pipelines/${info.pipelineId}`,
    CI_PROJECT_ID: String(info.projectId),
    CI_PROJECT_NAME: name,
    CI_PROJECT_PATH: info.projectPath,
    CI_PROJECT_NAMESPACE: folderOf(info.projectPath),
    CI_PROJECT_URL: url,
    ...(info.openMergeRequests.length > 0 && { CI_OPEN_MERGE_REQUESTS: info.openMergeRequests.join(",") }),
    ...(info.mergeRequest && mergeRequestVariables(info.mergeRequest, info)),
  };
}

/** Variables beside the predefined ones, weakest first. */
export interface OwnVariables {
  /** Of `.gitlab-ci.yml`. */
  readonly variables: Variables;
  /** Of the project. */
  readonly declared: readonly DeclaredVariable[];
  /** Given when the pipeline was started. */
  readonly given: Variables;
}

/** Returns a job's variables, each expanded by all others. Predefined and raw values stay as they are. */
export function jobVariables(info: JobInfo, { variables, declared, given }: OwnVariables): Variables {
  const predefined = {
    ...predefinedVariables(info),
    CI_JOB_ID: String(info.jobId),
    CI_JOB_NAME: info.name,
    CI_JOB_STAGE: info.stage,
    CI_JOB_URL: `${info.serviceUrl}/${info.projectPath}/-/jobs/${info.jobId}`,
    CI_PROJECT_DIR: info.folder,
    CI_BUILDS_DIR: info.folder,
  };
  const open = (values: Variables): Unexpanded[] =>
    Object.entries(values).map(([key, value]) => [key, { value, raw: false }]);
  const fixed = Object.entries(predefined).map(([key, value]): Unexpanded => [key, { value, raw: true }]);
  const own = declared.map(({ key, value, raw }): Unexpanded => [key, { value, raw }]);
  return expandAll(new Map([...fixed, ...open(variables), ...own, ...open(given)]));
}

/** Characters that the values of a job may grow by; the systems that jobs run on allow much less for all of them. */
const maxGrowth = 8 * 1024 * 1024;

/** Variables that a value may lead through. */
const maxSteps = 100;

type Unexpanded = readonly [string, { readonly value: string; readonly raw: boolean }];

/**
 * Expands all values. What would expand for ever, or to a very long value, is left as it is written: variables that
 * refer to themselves in however many steps, and values that contain each other many times.
 */
function expandAll(variables: ReadonlyMap<string, Unexpanded[1]>): Variables {
  const expanded = new Map<string, string>();
  const path = new Set<string>();
  const expand = createExpander((name) => read(name), maxGrowth);
  const read = (name: string): string | undefined => {
    const variable = variables.get(name);
    if (path.has(name)) return `$${name}`;
    const known = expanded.get(name);
    if (!variable || known !== undefined) return known;
    if (path.size >= maxSteps) return `$${name}`;
    path.add(name);
    const value = variable.raw ? variable.value : expand(variable.value);
    expanded.set(name, value);
    path.delete(name);
    return value;
  };
  for (const name of variables.keys()) read(name);
  return Object.fromEntries(expanded);
}

/** Returns a ref as a DNS label: lower case, 63 characters at most, no `-` at its ends. */
export const refSlug = (ref: string): string =>
  ref
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");

/** Variables of this process's environment that a job gets: paths of programs, and nothing personal. */
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
