import { RE2JS } from "re2js";
import { z } from "zod";
import { ConfigError, within } from "./config-error.ts";
import { expand } from "./expression.ts";
import { fillInputs } from "./inputs.ts";
import { type CountValues, mergeMaps, valueCounter } from "./merge-config.ts";
import { parsePart } from "./parse-part.ts";
import { isMap, parseYaml, type YamlMap } from "./parse-yaml.ts";
import { includeRules } from "./rule-schema.ts";
import { firstRule, type RuleContext } from "./select-job.ts";

/** Reads a file of the commit that the pipeline is for; null where there is none. */
export type ReadFile = (path: string) => Promise<string | null>;

const maxFiles = 100;

/** An included file, with values for its inputs. */
const entrySchema = z.strictObject({
  local: z.string(),
  rules: includeRules.optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
});
type IncludedFile = Pick<z.output<typeof entrySchema>, "local" | "inputs">;

interface Files {
  readonly read: ReadFile;
  readonly context: RuleContext;
  readonly count: CountValues;
  /** Files that were read so far, each as often as it is included. */
  files: number;
}

/**
 * Returns a file with the files of the same repository that it includes, merged: a file wins over those that it includes, and
 * a later one over an earlier one. A file that includes itself in however many steps does so once. Throws {@link ConfigError}.
 */
export const readWithIncludes = (path: string, read: ReadFile, context: RuleContext): Promise<YamlMap> =>
  load({ local: path, inputs: {} }, [], { read, context, count: valueCounter(), files: 0 });

async function load(
  { local: path, inputs }: IncludedFile,
  above: readonly string[],
  all: Files,
): Promise<YamlMap> {
  if (above.includes(path)) return {};
  if (++all.files > maxFiles) throw new ConfigError(`More than ${maxFiles} files are included.`);
  const text = await all.read(path);
  if (text === null) throw new ConfigError(`${path} is not in this commit.`);
  const { include, ...own } = parseYaml(fillInputs(text, path, inputs, all.context.variables), path);
  let merged: YamlMap = {};
  for (const file of await includedFiles(include, all.context))
    merged = mergeMaps(merged, await load(file, [...above, path], all), all.count);
  return mergeMaps(merged, own, all.count);
}

async function includedFiles(include: unknown, context: RuleContext): Promise<IncludedFile[]> {
  if (include === undefined || include === null) return [];
  const variables = { ...context.variables, ...context.overriding };
  const files: IncludedFile[] = [];
  for (const written of [include].flat()) {
    const entry = isMap(written) ? written : { local: written };
    if (typeof entry.local !== "string" || /^[a-z]+:\/\//i.test(entry.local))
      throw new ConfigError("include: only files of the same repository (local) can be included here.");
    const { local, rules, inputs } = parsePart(entrySchema, entry, "include");
    const rule = rules && (await within("include: rules", () => firstRule(rules, context, variables)));
    if (rules && (!rule || rule.when === "never")) continue;
    for (const path of findFiles(local, expand(local, variables), context.paths))
      files.push({ local: path, inputs });
  }
  return files;
}

/** Returns the paths that an included one stands for; `written` is how it is named in errors. */
function findFiles(written: string, expanded: string, paths: readonly string[]): string[] {
  const path = expanded.replace(/^\/+/, "");
  if (path.split("/").some((part) => part === "." || part === ".."))
    throw new ConfigError(`include: ${written}: paths are from the top of the repository, without . and ..`);
  const found = path.includes("*") ? paths.filter(wildcard(path)).toSorted() : [path];
  if (!found.every((each) => /.\.ya?ml$/i.test(each)))
    throw new ConfigError(`include: ${written}: included files have to end in .yml or .yaml.`);
  return found;
}

/** Returns whether a path matches: `*` stands for a part of a name, and `**` for any folders and names. */
function wildcard(pattern: string): (path: string) => boolean {
  const source = RE2JS.quote(pattern).replaceAll("\\*\\*", ".*?").replaceAll("\\*", "[^/]*?");
  const compiled = RE2JS.compile(`(?s)^${source}$`);
  return (path) => compiled.matcher(path).find();
}
