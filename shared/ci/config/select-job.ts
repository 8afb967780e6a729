import { ConfigError } from "./config-error.ts";
import { compilePattern, evaluate, expand, type Variables } from "./expression.ts";
import type { Filter, JobConfig } from "./job-schema.ts";
import type { Condition, FileVariables, Need } from "./keyword-schema.ts";
import { ownValue } from "./own-value.ts";
import type { OnSkipped } from "./parse-part.ts";
import { createPathMatcher } from "./path-matcher.ts";
import { jobNameVariables } from "./rule-variables.ts";

/** A file of a child pipeline. */
export interface ConfigFile {
  /** Path in the commit, which may have a star; of an artifact as errors name it. */
  readonly path: string;
  /** Text of an artifact, null for a file of the commit. */
  readonly text: string | null;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The input of a pipeline that selects its jobs. */
export interface PipelineContext {
  readonly ref: string;
  readonly tag: boolean;
  readonly source: string;
  /** Predefined variables, which those of the file replace. */
  readonly variables: Variables;
  /** Variables that replace those of the file: the project's own, and those that the pipeline was started with. */
  readonly overriding: Variables;
  /** Paths that the commits of this pipeline changed; null for a new branch or tag, where everything counts as changed. */
  readonly changedPaths: readonly string[] | null;
  /** Every path of the commit. */
  readonly paths: readonly string[];
  /** Values of the inputs of the file, with which the pipeline is started. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  /** Files of a child pipeline in place of `.gitlab-ci.yml`: paths of the commit, or texts of artifacts. */
  readonly files?: readonly ConfigFile[] | undefined;
}

/** Result of a job's rules: why it is not part of the pipeline. */
export interface LeftOut {
  readonly leftOut: string;
}

/** Result of a job's rules: how it is part of the pipeline. */
export interface Selection {
  readonly leftOut?: never;
  readonly when: JobConfig["when"];
  readonly startIn: number;
  readonly allowFailure: JobConfig["allow_failure"];
  readonly variables: FileVariables;
  readonly needs: readonly Need[] | null;
  readonly interruptible: boolean;
}

/** Returns whether one of some patterns matches one of some paths. */
type MatchesAny = (patterns: readonly string[], paths: readonly string[]) => boolean;

/** Returns a {@link MatchesAny} that remembers its results: jobs of a matrix ask the same many times. */
export function createMatchesAny(): MatchesAny {
  const matched = new WeakMap<readonly string[], Map<string, boolean>>();
  return (patterns, paths) => {
    const known = matched.get(paths) ?? new Map<string, boolean>();
    matched.set(paths, known);
    return patterns.some((pattern) => {
      const result = known.get(pattern) ?? paths.some(createPathMatcher(pattern));
      known.set(pattern, result);
      return result;
    });
  };
}

/** Returns the paths that changed since a branch, tag or commit; null where there is none of this name. */
export type ChangedSince = (ref: string) => Promise<readonly string[] | null>;

/** A pipeline, with access to its repository. */
export interface RuleContext extends PipelineContext {
  readonly changedSince: ChangedSince;
  readonly matchesAny: MatchesAny;
  /** Called with each included file. */
  readonly onIncluded?: ((path: string) => void) | undefined;
  /** Called with the place of each part that is not read here; without it such a part is an error. */
  readonly onSkipped?: OnSkipped | undefined;
}

/** Returns whether all conditions of a rule apply. */
async function applies(rule: Condition, context: RuleContext, variables: Variables): Promise<boolean> {
  if (rule.if !== undefined && !evaluate(rule.if, variables)) return false;
  const expandAll = (paths: readonly string[]) => paths.map((path) => expand(path, variables));
  if (rule.changes) {
    const { compareTo, paths } = rule.changes;
    const changed =
      compareTo === null ? context.changedPaths : await changesSince(compareTo, context, variables);
    if (changed && !context.matchesAny(expandAll(paths), changed)) return false;
  }
  return rule.exists === undefined || context.matchesAny(expandAll(rule.exists), context.paths);
}

async function changesSince(
  written: string,
  { changedSince }: RuleContext,
  variables: Variables,
): Promise<readonly string[]> {
  const changed = await changedSince(expand(written, variables));
  if (changed) return changed;
  throw new ConfigError(`changes: compare_to: there is no branch, tag or commit ${written}.`);
}

/** Returns the first rule that applies, null where none does. */
export async function firstRule<Rule extends Condition>(
  rules: readonly Rule[],
  context: RuleContext,
  variables: Variables,
): Promise<Rule | null> {
  for (const rule of rules) if (await applies(rule, context, variables)) return rule;
  return null;
}

/** Parts of the file that count for a job besides its own keywords. */
interface JobScope {
  /** Variables that it knows, with those of its place in a matrix. */
  readonly fileVariables: Variables;
  /** Whether rules for the whole pipeline have let it in: then jobs without rules are for every kind of pipeline. */
  readonly hasWorkflow: boolean;
}

/** Returns how a job is part of a pipeline, whatever its rules say. */
export const selectAlways = (job: JobConfig): Selection => ({
  when: job.when,
  startIn: job.start_in ?? 0,
  allowFailure: job.allow_failure,
  variables: {},
  needs: job.needs ?? null,
  interruptible: job.interruptible ?? false,
});

/** Returns how a job is part of a pipeline, or why it is not. */
export async function selectJob(
  name: string,
  job: JobConfig,
  context: RuleContext,
  { fileVariables, hasWorkflow }: JobScope,
): Promise<Selection | LeftOut> {
  const own = jobNameVariables({ name, stage: job.stage });
  const variables = { ...own, ...context.variables, ...fileVariables, ...context.overriding };
  const selection = selectAlways(job);
  if (job.rules) {
    const rule = await firstRule(job.rules, context, variables);
    const when = rule?.when ?? job.when;
    if (!rule) return { leftOut: "none of its rules applies" };
    if (when === "never") return { leftOut: `rule ${job.rules.indexOf(rule) + 1} of its rules says never` };
    return {
      when,
      startIn: rule.start_in ?? selection.startIn,
      allowFailure: rule.allow_failure ?? selection.allowFailure,
      variables: rule.variables ?? {},
      needs: rule.needs ?? selection.needs,
      interruptible: rule.interruptible ?? selection.interruptible,
    };
  }
  const only = job.only ?? (hasWorkflow ? null : { refs: ["branches", "tags"] });
  if (only && !passesFilter(only, context, variables))
    return {
      leftOut: job.only ? "its only does not apply" : "it has no rules, and is for branches and tags",
    };
  if (job.except && passesFilter(job.except, context, variables, true))
    return { leftOut: "its except applies" };
  return job.when === "never" ? { leftOut: "its when is never" } : selection;
}

/** `only` requires all of its parts, `except` any. */
function passesFilter(filter: Filter, context: RuleContext, variables: Variables, any = false): boolean {
  const parts = [
    filter.refs?.some((ref) => matchesRef(ref, context)),
    "variables" in filter ? filter.variables?.some((text) => evaluate(text, variables)) : undefined,
    "changes" in filter && filter.changes
      ? context.changedPaths === null || context.matchesAny(filter.changes, context.changedPaths)
      : undefined,
  ].filter((part) => part !== undefined);
  return any ? parts.some(Boolean) : parts.every(Boolean);
}

const sources: Readonly<Record<string, string>> = {
  web: "web",
  api: "api",
  pushes: "push",
  external: "external",
  schedules: "schedule",
  triggers: "trigger",
  pipelines: "pipeline",
  parent_pipelines: "parent_pipeline",
};

/** A ref, `/pattern/` or kind of pipeline; behind `@` the path of the project that it is for. */
const refPattern = /^(\/.*?\/[ismU]*|[^@]*)(?:@(.*))?$/s;

function matchesRef(text: string, { ref, tag, source, variables }: PipelineContext): boolean {
  const [, pattern = text, project] = refPattern.exec(text) ?? [];
  if (project !== undefined && project !== ownValue(variables, "CI_PROJECT_PATH")) return false;
  // A child pipeline of one for a merge request is for it, too.
  const isOfMergeRequest =
    source === "merge_request_event" || ownValue(variables, "CI_MERGE_REQUEST_IID") !== undefined;
  if (pattern === "branches") return !tag && !isOfMergeRequest;
  if (pattern === "merge_requests") return isOfMergeRequest;
  if (pattern === "tags") return tag;
  if (Object.hasOwn(sources, pattern)) return sources[pattern] === source;
  return pattern.startsWith("/") ? compilePattern(pattern)(ref) : pattern === ref;
}
