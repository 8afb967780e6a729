import { createExpander, type Variables } from "../../../../shared/ci/config/expression.ts";
import type { JobInfo } from "./job-info.ts";
import { predefinedOfJob } from "./predefined-of-job.ts";

/** A variable that the project declares. */
interface DeclaredVariable {
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

/** Variables beside the predefined ones, weakest first. */
interface OwnVariables {
  /** Of `.gitlab-ci.yml`. */
  readonly variables: Variables;
  /** Names of those whose dollar signs are no variables. */
  readonly rawVariables: readonly string[];
  /** Of the reports of earlier jobs. */
  readonly inherited: Variables;
  /** Of the project. */
  readonly declared: readonly DeclaredVariable[];
  /** Given when the pipeline was started. */
  readonly given: Variables;
}

/** Returns a job's variables, each expanded by all others. Predefined and raw values stay as they are. */
export const jobVariables = (info: JobInfo, own: OwnVariables): Variables =>
  expandVariables(predefinedOfJob(info), own);

/** Returns predefined variables with others, each expanded by all of them. Predefined and raw values stay as they are. */
export function expandVariables(
  predefined: Variables,
  { variables, rawVariables, inherited, declared, given }: OwnVariables,
): Variables {
  const raw = new Set(rawVariables);
  const open = (values: Variables): Unexpanded[] =>
    Object.entries(values).map(([key, value]) => [key, { value, raw: false }]);
  const ofFile = Object.entries(variables).map(
    ([key, value]): Unexpanded => [key, { value, raw: raw.has(key) }],
  );
  const fixed = Object.entries(predefined).map(([key, value]): Unexpanded => [key, { value, raw: true }]);
  const reported = Object.entries(inherited).map(([key, value]): Unexpanded => [key, { value, raw: true }]);
  const own = declared.map(({ key, value, raw }): Unexpanded => [key, { value, raw }]);
  return expandAll(new Map([...fixed, ...ofFile, ...reported, ...own, ...open(given)]));
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
