import type { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { connectNeeds } from "./connect-needs.ts";
import { expand } from "./expression.ts";
import { type JobDefinition, jobDefinition } from "./job-definition.ts";
import {
  defaults,
  globalSchema,
  inheritSchema,
  type JobConfig,
  jobSchema,
  withoutEffect,
} from "./job-schema.ts";
import { mergeMaps, type ReadFile, readWithIncludes, resolveConfig } from "./merge-config.ts";
import { expandParallel, maxNameLength } from "./parallel.ts";
import { parsePart } from "./parse-part.ts";
import { isMap, type YamlMap } from "./parse-yaml.ts";
import type { PipelineJob } from "./pipeline-job.ts";
import { firstRule, type PipelineContext, type Selection, selectJob } from "./select-job.ts";

/** The file that describes a project's jobs. */
export const configPath = ".gitlab-ci.yml";

const maxJobs = 500;
/** Characters of all jobs together as they are stored. */
const maxPipelineLength = 16 * 1024 * 1024;
const globalKeys = new Set(["stages", "variables", "workflow", "default", "include"]);
/** Defaults that older files have at the top level. */
const oldDefaults = ["image", "services", "cache", "before_script", "after_script"];

/**
 * Returns the jobs of a pipeline, none where its `workflow` says so. Reads only through `read` and runs nothing.
 * Throws {@link ConfigError}.
 */
export async function readConfig(read: ReadFile, context: PipelineContext): Promise<PipelineJob[]> {
  const config = resolveConfig(await readWithIncludes(configPath, read));
  const global = parsePart(globalSchema, config, "");
  const { rules } = global.workflow ?? {};
  const known = { ...context.variables, ...global.variables };
  const workflow =
    rules && within("workflow: rules", () => firstRule(rules, context, { ...known, ...context.overriding }));
  if (rules && (!workflow || workflow.when === "never")) return [];

  const stages = [".pre", ...global.stages.filter((stage) => !/^\.(pre|post)$/.test(stage)), ".post"];
  const inherited = mergeMaps(pick(config, oldDefaults), isMap(config.default) ? config.default : {});
  parsePart(defaults, inherited, "default");
  const shared = { ...global.variables, ...workflow?.variables };
  const scope = { ...context, variables: { ...known, ...workflow?.variables } };
  const size = { jobs: 0, length: 0 };
  const jobs = Object.entries(config).flatMap(([name, value]) => {
    if (globalKeys.has(name) || oldDefaults.includes(name) || name.startsWith(".")) return [];
    if (name.length > maxNameLength) {
      throw new ConfigError(`${name.slice(0, 60)}…: the name is longer than ${maxNameLength} characters.`);
    }
    if (!isMap(value)) throw new ConfigError(`${name}: a job has to be a map.`);
    const inherit = parsePart(inheritSchema, value.inherit ?? {}, `${name}: inherit`);
    const job = parsePart(jobSchema, { ...only(inherited, inherit.default), ...value }, name);
    const stageIndex = stages.indexOf(job.stage);
    if (stageIndex < 0) throw new ConfigError(`${name}: there is no stage "${job.stage}".`);
    const selection = within(`${name}: rules`, () => selectJob(name, job, scope));
    if (!selection) return [];
    const copies = expandParallel(name, job.parallel);
    size.jobs += copies.length;
    size.length += copies.length * (lengthOf(job) + lengthOf(shared));
    if (size.jobs > maxJobs) throw new ConfigError(`The pipeline has more than ${maxJobs} jobs.`);
    if (size.length > maxPipelineLength)
      throw new ConfigError("The jobs of the pipeline are larger than 16 MB.");
    return copies.map((copy) => ({
      name: copy.name,
      group: name,
      stage: job.stage,
      stageIndex,
      allowFailure: isAllowedToFail(job, selection),
      tags: job.tags ?? [],
      definition: define(job, selection, {
        shared: { ...only(shared, inherit.variables), ...copy.variables },
        known: { ...known, ...job.variables, ...copy.variables, ...context.overriding },
      }),
    }));
  });
  return connectNeeds(jobs);
}

/** Runs `work`, whose errors get the name of the part of the file that they are about. */
function within<T>(part: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(`${part}: ${error.message}`) : error;
  }
}

/** Returns the characters of all texts and keys of a value, and one for each of its other values. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce((sum, [key, entry]) => sum + key.length + lengthOf(entry), 1);
}

/** Keys of a job that its `inherit` lets through: all, none, or those it names. */
function only<T>(values: Readonly<Record<string, T>>, named: boolean | readonly string[]): Record<string, T> {
  const passes = (key: string) => (typeof named === "boolean" ? named : named.includes(key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => passes(key)));
}

/** Returns whether a job may fail. One with allowed exit codes may fail by these alone, which is known once it has ended. */
function isAllowedToFail(job: JobConfig, { allowFailure, when }: Selection): boolean {
  return allowFailure === undefined ? when === "manual" && job.rules === undefined : allowFailure === true;
}

interface Variables {
  /** Of the file, for this job. */
  readonly shared: Readonly<Record<string, string>>;
  /** All that is known before the job runs. */
  readonly known: Readonly<Record<string, string>>;
}

function define(job: JobConfig, selection: Selection, { shared, known }: Variables): JobDefinition {
  const { artifacts, environment } = job;
  return jobDefinition.parse({
    beforeScript: job.before_script ?? [],
    script: job.script,
    afterScript: job.after_script ?? [],
    variables: { ...shared, ...job.variables, ...selection.variables },
    needs: job.needs ?? null,
    dependencies: job.dependencies ?? null,
    when: selection.when === "never" ? "manual" : selection.when,
    startIn: selection.startIn,
    timeout: Math.max(1, job.timeout ?? 3600),
    retries: job.retry?.max ?? 0,
    retryAfter: retryAfter(job.retry),
    allowedExitCodes: typeof selection.allowFailure === "object" ? selection.allowFailure.exit_codes : [],
    resourceGroup: job.resource_group === undefined ? null : expand(job.resource_group, known),
    ignored: ignoredKeywords(job),
    interruptible: job.interruptible ?? false,
    coverage: job.coverage ?? null,
    artifacts: artifacts
      ? {
          name: artifacts.name,
          paths: artifacts.paths,
          exclude: artifacts.exclude,
          untracked: artifacts.untracked,
          when: artifacts.when,
          expireIn: artifacts.expire_in,
          junit: artifacts.reports.junit ?? [],
          access: artifacts.access ?? (artifacts.public === false ? "developer" : "all"),
        }
      : null,
    environment: environment
      ? {
          name: environment.name,
          url: environment.url ?? null,
          action: environment.action,
          onStop: environment.on_stop ?? null,
        }
      : null,
  } satisfies z.input<typeof jobDefinition>);
}

/** Returns the keywords of a job that have no effect, as its log names them. */
function ignoredKeywords(job: JobConfig): string[] {
  const { expose_as: exposeAs, reports: { junit: _, ...otherReports } = {} } = job.artifacts ?? {};
  return [
    ...withoutEffect.filter((keyword) => job[keyword] !== undefined),
    ...(exposeAs === undefined ? [] : ["artifacts: expose_as"]),
    ...Object.keys(otherReports).map((report) => `artifacts: reports: ${report}`),
  ];
}

/** Exit codes alone do not imply every cause. */
function retryAfter(retry: JobConfig["retry"]) {
  const { when, exit_codes: exitCodes = [] } = retry ?? {};
  return { causes: when ?? (exitCodes.length > 0 ? [] : ["always"]), exitCodes };
}

const pick = (config: YamlMap, keys: readonly string[]): YamlMap =>
  Object.fromEntries(keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])));
