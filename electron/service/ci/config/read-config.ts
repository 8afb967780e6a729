import type { z } from "zod";
import { type JobDefinition, jobDefinition } from "../job-definition.ts";
import { ConfigError } from "./config-error.ts";
import { defaults, globalSchema, type JobConfig, jobSchema } from "./job-schema.ts";
import { mergeMaps, type ReadFile, readWithIncludes, resolveConfig } from "./merge-config.ts";
import { expandParallel } from "./parallel.ts";
import { isMap, type YamlMap } from "./parse-yaml.ts";
import { firstRule, type PipelineContext, type Selection, selectJob } from "./select-job.ts";

/** The file that describes a project's jobs. */
export const configPath = ".gitlab-ci.yml";

/** A job that a pipeline begins with. */
export interface PipelineJob {
  readonly name: string;
  readonly stage: string;
  readonly stageIndex: number;
  readonly allowFailure: boolean;
  readonly tags: readonly string[];
  readonly definition: JobDefinition;
}

const maxJobs = 500;
const globalKeys = new Set(["stages", "variables", "workflow", "default", "include", "spec", "pages:deploy"]);
/** Defaults that older files have at the top level. */
const oldDefaults = ["image", "services", "cache", "before_script", "after_script"];

/**
 * Returns the jobs of a pipeline, none where its `workflow` says so. Reads only through `read` and runs nothing.
 * Throws {@link ConfigError}.
 */
export async function readConfig(read: ReadFile, context: PipelineContext): Promise<PipelineJob[]> {
  const config = resolveConfig(await readWithIncludes(configPath, read));
  const global = parse(globalSchema, config, "");
  const { rules } = global.workflow ?? {};
  const known = { ...context.variables, ...global.variables };
  const workflow = rules && firstRule(rules, context, { ...known, ...context.overriding });
  if (rules && (!workflow || workflow.when === "never")) return [];

  const stages = [".pre", ...global.stages.filter((stage) => !/^\.(pre|post)$/.test(stage)), ".post"];
  const inherited = mergeMaps(pick(config, oldDefaults), isMap(config.default) ? config.default : {});
  parse(defaults, inherited, "default");
  const shared = { ...global.variables, ...workflow?.variables };
  const scope = { ...context, variables: { ...known, ...workflow?.variables } };
  const jobs = Object.entries(config).flatMap(([name, value]) => {
    if (globalKeys.has(name) || oldDefaults.includes(name) || name.startsWith(".")) return [];
    if (!isMap(value)) throw new ConfigError(`${name}: a job has to be a map.`);
    const job = parse(jobSchema, { ...inherited, ...value }, name);
    const stageIndex = stages.indexOf(job.stage);
    if (stageIndex < 0) throw new ConfigError(`${name}: there is no stage "${job.stage}".`);
    const selection = selectJob(job, scope);
    if (!selection) return [];
    return expandParallel(name, job.parallel).map((copy) => ({
      name: copy.name,
      group: name,
      stage: job.stage,
      stageIndex,
      allowFailure: selection.allowFailure ?? (selection.when === "manual" && job.rules === undefined),
      tags: job.tags ?? [],
      definition: define(job, selection, { ...shared, ...copy.variables }),
    }));
  });
  if (jobs.length > maxJobs) throw new ConfigError(`The pipeline has more than ${maxJobs} jobs.`);
  return connectNeeds(jobs);
}

function define(
  job: JobConfig,
  selection: Selection,
  variables: Readonly<Record<string, string>>,
): JobDefinition {
  const { artifacts, environment } = job;
  return jobDefinition.parse({
    beforeScript: job.before_script ?? [],
    script: job.script,
    afterScript: job.after_script ?? [],
    variables: { ...variables, ...job.variables, ...selection.variables },
    needs: job.needs ?? null,
    dependencies: job.dependencies ?? null,
    when: selection.when === "never" ? "manual" : selection.when,
    startIn: selection.startIn,
    timeout: job.timeout ?? 3600,
    retries: job.retry?.max ?? 0,
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

type NamedJob = PipelineJob & { readonly group: string };

/** A need names a job or all of its parallel copies. Throws where it names one that is not in the pipeline. */
function connectNeeds(jobs: readonly NamedJob[]): PipelineJob[] {
  return jobs.map(({ group: _, ...job }) => {
    const needs = job.definition.needs?.flatMap((need) => {
      const named = jobs.filter(({ name, group }) => name === need.job || group === need.job);
      if (named.length === 0 && !need.optional) {
        throw new ConfigError(`${job.name}: needs "${need.job}", which is not in this pipeline.`);
      }
      if (named.some(({ name }) => name === job.name)) throw new ConfigError(`${job.name}: needs itself.`);
      return named.map(({ name }) => ({ ...need, job: name }));
    });
    return { ...job, definition: { ...job.definition, needs: needs ?? null } };
  });
}

const pick = (config: YamlMap, keys: readonly string[]): YamlMap =>
  Object.fromEntries(keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])));

function parse<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  try {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const where = [name, ...(issue?.path ?? [])].filter((part) => part !== "").join(": ");
    throw new ConfigError(`${where}: ${issue?.message ?? "is not valid"}`);
  } catch (error) {
    // The error of an invalid duration does not name its job.
    if (error instanceof ConfigError && name !== "" && !error.message.startsWith(name)) {
      throw new ConfigError(`${name}: ${error.message}`);
    }
    throw error;
  }
}
