import { stringify } from "yaml";
import { ConfigError } from "./config-error.ts";
import type { ReadFile } from "./include.ts";
import type { PipelinePlan } from "./job-definition.ts";
import type { YamlMap } from "./parse-yaml.ts";
import { planPipeline, readMerged, ruleContext } from "./read-config.ts";
import type { ChangedSince, PipelineContext } from "./select-job.ts";

/** Result of reading a file without running it. */
export interface ConfigReport {
  /** Empty where the file can be used. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** The file with all that it includes, extends and refers to; null where it cannot be read or is too large. */
  readonly mergedYaml: string | null;
  /** Paths of the files of the same repository that were included. */
  readonly includes: readonly string[];
  /** Words for included files of other places, which were not read. */
  readonly elsewhere: readonly string[];
  /** Null where there is an error. */
  readonly plan: PipelinePlan | null;
}

interface LintOptions {
  readonly changedSince?: ChangedSince;
  /** Whether what is not read here gives a warning and no error: keywords of other services, and files of other places. */
  readonly isTolerant?: boolean;
  /** Whether the plan has every job of the file. */
  readonly ignoresRules?: boolean;
}

/** Begins the place of an included file that is not read; no job has this name. */
const elsewherePrefix = "include: ";

/** Warnings of a report at most. */
const maxWarnings = 50;

/** Reads a file and all that it includes, only through `read`, and returns what it says and what is wrong with it. */
export async function lintConfig(
  read: ReadFile,
  pipeline: PipelineContext,
  { changedSince = async () => null, isTolerant = false, ignoresRules = false }: LintOptions = {},
): Promise<ConfigReport> {
  const includes = new Set<string>();
  const skipped = new Set<string>();
  const context = {
    ...ruleContext(pipeline, changedSince),
    onIncluded: (path: string) => void includes.add(path),
    onSkipped: isTolerant ? (part: string) => void skipped.add(part) : undefined,
  };
  const warnings: string[] = [];
  let mergedYaml: string | null = null;
  let plan: PipelinePlan | null = null;
  const errors: string[] = [];
  try {
    const merged = await readMerged(read, context);
    mergedYaml = toYaml(merged);
    if (mergedYaml === null) warnings.push("The merged configuration is larger than 1 MB and is not shown.");
    plan = await planPipeline(merged, context, ignoresRules);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    errors.push(error.message);
  }
  const isElsewhere = (part: string) => part.startsWith(elsewherePrefix);
  const elsewhere = [...skipped].filter(isElsewhere).map((part) => part.slice(elsewherePrefix.length));
  const parts = [...skipped].filter((part) => !isElsewhere(part));
  warnings.push(...parts.slice(0, maxWarnings).map((part) => `${part}: is not read here.`));
  if (parts.length > maxWarnings)
    warnings.push(`${parts.length - maxWarnings} more keywords are not read here.`);
  return { errors, warnings, mergedYaml, includes: [...includes], elsewhere, plan };
}

/** Characters of the merged configuration at most. */
const maxMergedLength = 1024 * 1024;

/** Returns a configuration as YAML that services read as the same values; null where it is too large. */
function toYaml(config: YamlMap): string | null {
  if (remaining(config, 0, maxMergedLength) < 0) return null;
  const text = stringify(config, { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 });
  return text.length > maxMergedLength ? null : text;
}

/** Returns how many characters of an allowance a value leaves, with its indentation; less than none once it is used up. */
function remaining(value: unknown, depth: number, allowance: number): number {
  if (allowance < 0) return allowance;
  if (typeof value !== "object" || value === null) return allowance - String(value).length - 1;
  let left = allowance;
  for (const [key, entry] of Object.entries(value)) {
    left = remaining(entry, depth + 1, left - key.length - 2 * depth - 2);
    if (left < 0) break;
  }
  return left;
}
