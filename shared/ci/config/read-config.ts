import type { z } from "zod";
import { ConfigError, within } from "./config-error.ts";
import { configPath } from "./config-file.ts";
import { connectNeeds, type PlannedJob } from "./connect-needs.ts";
import { expand } from "./expression.ts";
import { type ReadFile, readWithIncludes } from "./include.ts";
import {
  type JobDefinition,
  jobDefinition,
  type LeftOutJob,
  type PipelinePlan,
  type Trigger,
} from "./job-definition.ts";
import {
  defaults,
  globalSchema,
  inheritSchema,
  type JobConfig,
  jobSchema,
  withoutEffect,
} from "./job-schema.ts";
import { type FileVariables, rawNames, variableValues } from "./keyword-schema.ts";
import { mergeMaps, resolveConfig } from "./merge-config.ts";
import { expandParallel, type JobCopy, maxJobNameLength } from "./parallel.ts";
import { parsePart } from "./parse-part.ts";
import { isMap, type YamlMap } from "./parse-yaml.ts";
import { toRunnerKeywords } from "./runner-keywords.ts";
import {
  type ChangedSince,
  createMatchesAny,
  firstRule,
  type PipelineContext,
  type RuleContext,
  type Selection,
  selectAlways,
  selectJob,
} from "./select-job.ts";
import { trigger } from "./trigger-schema.ts";

const maxJobs = 500;
/** Jobs up to which those that are left out are listed. */
const maxListed = 2_000;
/** Characters of all jobs together as they are stored. */
const maxPipelineLength = 16 * 1024 * 1024;
const globalKeys = new Set(["stages", "variables", "workflow", "default", "include"]);
/** Defaults that older files have at the top level. */
const oldDefaults = ["image", "services", "cache", "before_script", "after_script"];

/** Characters of a pipeline's name. */
const maxPipelineName = 255;

/**
 * Returns the name and jobs of a pipeline, no jobs where its `workflow` says so, or where there are only those that would run before and
 * after others. Reads only through `read` and runs nothing. Throws {@link ConfigError}.
 */
export async function readConfig(
  read: ReadFile,
  pipeline: PipelineContext,
  changedSince: ChangedSince = async () => null,
): Promise<PipelinePlan> {
  const context = ruleContext(pipeline, changedSince);
  return planPipeline(await readMerged(read, context), context);
}

/** Returns a pipeline with access to its repository. */
export const ruleContext = (pipeline: PipelineContext, changedSince: ChangedSince): RuleContext => ({
  ...pipeline,
  changedSince: rememberChanges(changedSince),
  matchesAny: createMatchesAny(),
});

/** Returns the file with all that it includes, extends and refers to. Throws {@link ConfigError}. */
export const readMerged = async (read: ReadFile, context: RuleContext): Promise<YamlMap> =>
  resolveConfig(await readWithIncludes(configPath, read, context));

/**
 * Returns the name and jobs of a pipeline, with the jobs that its rules leave out; all jobs where `ignoresRules` is set. Throws
 * {@link ConfigError}.
 */
export async function planPipeline(
  merged: YamlMap,
  context: RuleContext,
  ignoresRules = false,
): Promise<PipelinePlan> {
  const { onSkipped } = context;
  const config = withoutNulls(merged, globalKeys);
  refuseReservedNames(config);
  const global = parsePart(globalSchema, config, "", onSkipped);
  const { rules } = global.workflow ?? {};
  const known = { ...context.variables, ...variableValues(global.variables), ...context.overriding };
  const workflow =
    rules && !ignoresRules
      ? await within("workflow: rules", () => firstRule(rules, context, known))
      : undefined;
  const isExcluded = rules !== undefined && !ignoresRules && (!workflow || workflow.when === "never");
  if (isExcluded && !onSkipped) return { name: null, jobs: [], leftOut: [] };

  const stages = [".pre", ...global.stages.filter((stage) => !/^\.(pre|post)$/.test(stage)), ".post"];
  const inherited = withoutNulls(
    mergeMaps(pick(config, oldDefaults), isMap(config.default) ? config.default : {}),
  );
  const kept = new Set(Object.keys(parsePart(defaults, inherited, "default", onSkipped)));
  const shared = { ...global.variables, ...workflow?.variables };
  const ofPipeline = { ...context.variables, ...variableValues(shared), ...context.overriding };
  const pipelineName = expand(global.workflow?.name ?? "", ofPipeline).trim();
  if (pipelineName.length > maxPipelineName)
    throw new ConfigError(`workflow: name: it is longer than ${maxPipelineName} characters.`);
  const written = Object.entries(config).flatMap(([name, value]) => {
    if (globalKeys.has(name) || oldDefaults.includes(name) || name.startsWith(".")) return [];
    if (name.length > maxJobNameLength) {
      throw new ConfigError(`${name.slice(0, 60)}…: the name is longer than ${maxJobNameLength} characters.`);
    }
    if (name.trim() === "") throw new ConfigError("A job has no name.");
    if (name === "true" || name === "false") throw new ConfigError(`${name}: ${readAsTruth}`);
    if (!isMap(value)) throw new ConfigError(`${name}: a job has to be a map.`);
    if (name === "spec" && "inputs" in value)
      throw new ConfigError("spec: a line of --- has to be between it and the jobs.");
    const own = withoutNulls(value);
    const inherit = parsePart(inheritSchema, own.inherit ?? {}, `${name}: inherit`, onSkipped);
    // A job without a script gets none of the defaults for one.
    const ofDefault = pick(inherited, own.trigger === undefined ? [...kept] : ["interruptible"]);
    const known = { ...only(ofDefault, inherit.default), ...own };
    const job = parsePart(jobSchema, onSkipped ? withScript(known, name, onSkipped) : known, name, onSkipped);
    const stageIndex = stages.indexOf(job.stage);
    if (stageIndex < 0) throw new ConfigError(`${name}: there is no stage "${job.stage}".`);
    return [{ name, job, stageIndex, variables: { ...only(shared, inherit.variables), ...job.variables } }];
  });
  if (written.length === 0) throw new ConfigError(`${configPath}: there is no job in it, only templates.`);
  checkJobs(written);

  const size = { jobs: 0, length: 0 };
  const planned = new Map<string, PlannedJob>();
  const leftOut: LeftOutJob[] = [];
  for (const { name, job, stageIndex, variables } of written) {
    const copies = expandParallel(name, job.parallel);
    const length = lengthOf(job) + lengthOf(shared);
    for (const copy of copies) {
      const fileVariables = { ...variableValues(variables), ...copy.variables };
      const scope = { fileVariables, hasWorkflow: rules !== undefined };
      const selection = ignoresRules
        ? selectAlways(job)
        : isExcluded
          ? { leftOut: "workflow: rules leave out the whole pipeline" }
          : await within(`${name}: rules`, () => selectJob(copy.name, job, context, scope));
      size.jobs += 1;
      if (selection.leftOut !== undefined) {
        if (size.jobs <= maxListed)
          leftOut.push({ name: copy.name, stage: job.stage, reason: selection.leftOut });
        continue;
      }
      if (job.trigger && selection.when === "delayed")
        throw new ConfigError(`${name}: rules: when: cannot be delayed together with trigger.`);
      size.length += length;
      if (planned.size >= maxJobs) throw new ConfigError(`The pipeline has more than ${maxJobs} jobs.`);
      if (size.length > maxPipelineLength)
        throw new ConfigError("The jobs of the pipeline are larger than 16 MB.");
      planned.set(copy.name, {
        name: copy.name,
        group: name,
        matrix: copy.matrix,
        needs: selection.needs,
        stage: job.stage,
        stageIndex,
        allowFailure: isAllowedToFail(job, selection),
        tags: job.tags ?? [],
        definition: define(job, selection, { variables, copy, context }),
      });
    }
  }
  const jobs = connectNeeds([...planned.values()]);
  const isEmpty = jobs.every(({ stage }) => stage === ".pre" || stage === ".post");
  return { name: pipelineName || null, jobs: isEmpty ? [] : jobs, leftOut };
}

/** Returns a job with a script in the place of what is not read here. */
function withScript(job: YamlMap, name: string, onSkipped: (part: string) => void): YamlMap {
  const { trigger: started, ...others } = job;
  if (started !== undefined && !trigger.safeParse(started).success) {
    onSkipped(`${name}: trigger`);
    return { ...others, script: [":"] };
  }
  const isRun = job.script === undefined && started === undefined && job.run !== undefined;
  return isRun ? { ...job, script: [":"] } : job;
}

/** Compares with each ref once. */
function rememberChanges(changedSince: ChangedSince): ChangedSince {
  const known = new Map<string, ReturnType<ChangedSince>>();
  return (ref) => {
    const changed = known.get(ref) ?? changedSince(ref);
    known.set(ref, changed);
    return changed;
  };
}

const readAsTruth = "a job cannot have this name. Put a name such as on, off, yes or no in quotation marks.";

/** Returns a map without the keys that have no value: they are as if they were not there. */
const withoutNulls = (map: YamlMap, keys?: ReadonlySet<string>): YamlMap =>
  Object.fromEntries(
    Object.entries(map).filter(([key, value]) => value !== null || (keys && !keys.has(key))),
  );

/** Throws for a job that is named after a keyword of the top level, which would be read as that keyword. */
function refuseReservedNames(config: YamlMap): void {
  const [name] =
    Object.entries(config).find(
      ([key, value]) =>
        key !== "variables" &&
        (globalKeys.has(key) || oldDefaults.includes(key)) &&
        isMap(value) &&
        Object.hasOwn(value, "script"),
    ) ?? [];
  if (name) throw new ConfigError(`${name}: a job cannot have the name of a keyword of the top level.`);
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
const isAllowedToFail = (job: JobConfig, { allowFailure }: Selection): boolean =>
  allowFailure === undefined ? job.when === "manual" : allowFailure === true;

interface JobParts {
  /** Of the file and the job. */
  readonly variables: FileVariables;
  readonly copy: JobCopy;
  readonly context: PipelineContext;
}

function define(
  job: JobConfig,
  selection: Selection,
  { variables: written, copy, context }: JobParts,
): JobDefinition {
  const { artifacts, environment } = job;
  const ofFile = { ...written, ...selection.variables };
  const variables = { ...variableValues(written), ...copy.variables, ...variableValues(selection.variables) };
  const known = { ...context.variables, ...variables, ...context.overriding };
  return jobDefinition.parse({
    beforeScript: job.before_script ?? [],
    script: job.script ?? [],
    afterScript: job.after_script ?? [],
    variables,
    rawVariables: rawNames(ofFile),
    dependencies: job.dependencies ?? null,
    when: selection.when === "never" ? "manual" : selection.when,
    startIn: selection.startIn,
    timeout: Math.max(1, job.timeout ?? 3600),
    retries: job.retry?.max ?? 0,
    retryAfter: retryAfter(job.retry),
    allowedExitCodes: typeof selection.allowFailure === "object" ? selection.allowFailure.exit_codes : [],
    resourceGroup: job.resource_group === undefined ? null : expand(job.resource_group, known),
    ignored: ignoredKeywords(job),
    forRunners: toRunnerKeywords(job),
    interruptible: selection.interruptible,
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
          dotenv: artifacts.reports.dotenv ?? [],
          reports: reportsOf(artifacts.reports),
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
    trigger: job.trigger ? defineTrigger(job.trigger) : null,
  } satisfies z.input<typeof jobDefinition>);
}

const defineTrigger = ({
  project,
  branch,
  include,
  strategy,
  inputs,
  forward,
}: NonNullable<JobConfig["trigger"]>): Trigger => ({
  project: project ?? null,
  branch: branch ?? null,
  files: (include ?? []).map(({ local, artifact, job, inputs: ofFile }) => ({
    path: local ?? artifact ?? "",
    job: job ?? null,
    inputs: ofFile ?? {},
  })),
  inputs: inputs ?? {},
  depends: strategy === "depend",
  forwardsYaml: forward.yaml_variables,
  forwardsGiven: forward.pipeline_variables,
});

const readReports: ReadonlySet<string> = new Set(["codequality", "coverage_report", "dotenv", "junit"]);

type Reports = NonNullable<JobConfig["artifacts"]>["reports"];

/** Returns the reports that are stored for the page, each with its files. */
const reportsOf = ({ codequality = [], coverage_report: coverage }: Reports) => [
  ...(coverage ? [{ type: coverage.coverage_format, paths: [coverage.path] }] : []),
  ...(codequality.length > 0 ? [{ type: "codequality" as const, paths: codequality }] : []),
];

/** Returns the keywords of a job that have no effect, as its log names them. */
function ignoredKeywords(job: JobConfig): string[] {
  const { expose_as: exposeAs, reports = {} } = job.artifacts ?? {};
  const otherReports = Object.keys(reports).filter((report) => !readReports.has(report));
  return [
    ...withoutEffect.filter((keyword) => job[keyword] !== undefined),
    ...(exposeAs === undefined ? [] : ["artifacts: expose_as"]),
    ...otherReports.map((report) => `artifacts: reports: ${report}`),
  ];
}

/** Exit codes alone do not imply every cause. */
function retryAfter(retry: JobConfig["retry"]) {
  const { when, exit_codes: exitCodes = [] } = retry ?? {};
  return { causes: when ?? (exitCodes.length > 0 ? [] : ["always"]), exitCodes };
}

const pick = (config: YamlMap, keys: readonly string[]): YamlMap =>
  Object.fromEntries(keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])));

interface WrittenJob {
  readonly name: string;
  readonly job: JobConfig;
  readonly stageIndex: number;
}

/**
 * Throws {@link ConfigError} where a job names others that there are not, or that are not as they have to be. Unlike `needs`,
 * they may be left out by their rules.
 */
function checkJobs(jobs: readonly WrittenJob[]): void {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const hasCopy = ({ name, job }: WrittenJob, copy: string) =>
    job.parallel !== undefined &&
    copy.startsWith(name) &&
    expandParallel(name, job.parallel).some((each) => each.name === copy);
  for (const { name, job, stageIndex } of jobs) {
    const needed = job.needs && new Set(job.needs.map((need) => need.job));
    for (const wanted of job.dependencies ?? []) {
      const refuse = (why: string) => new ConfigError(`${name}: dependencies: ${why}.`);
      const other = byName.get(wanted) ?? jobs.find((each) => hasCopy(each, wanted));
      if (!other) throw refuse(`there is no job "${wanted}"`);
      if (needed && !needed.has(wanted)) throw refuse(`"${wanted}" has to be among its needs`);
      if (!needed && other.stageIndex >= stageIndex) throw refuse(`"${wanted}" is not in an earlier stage`);
    }
    for (const { job: source } of job.trigger?.include ?? []) {
      if (source !== undefined && !byName.has(source) && !jobs.some((each) => hasCopy(each, source)))
        throw new ConfigError(`${name}: trigger: include: there is no job "${source}".`);
    }
    const { on_stop: onStop, name: environment } = job.environment ?? {};
    if (onStop === undefined) continue;
    const stop = byName.get(onStop);
    const refuse = (why: string) => new ConfigError(`${name}: environment: on_stop: ${why}.`);
    if (!stop) throw refuse(`there is no job "${onStop}"`);
    if (stop.job.environment?.name !== environment || stop.job.environment?.action !== "stop")
      throw refuse(`"${onStop}" has to have the environment "${environment}" with the action stop`);
  }
}
