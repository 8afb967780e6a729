import { RE2JS } from "re2js";
import { z } from "zod";
import { ConfigError, within } from "./config-error.ts";
import { maxFileBytes } from "./config-file.ts";
import { createExpander, expand, type Variables } from "./expression.ts";
import { includeRules } from "./keyword-schema.ts";
import { type CountValues, mergeMaps, valueCounter } from "./merge-config.ts";
import { ownValue } from "./own-value.ts";
import { parsePart } from "./parse-part.ts";
import { configTooLarge, isMap, parseYaml, type YamlMap, YamlReference } from "./parse-yaml.ts";
import { firstRule, type RuleContext } from "./select-job.ts";
import { headerSchema, inputTypes, type SpecInput, splitHeader, valueOfText } from "./spec-inputs.ts";

type Given = Readonly<Record<string, unknown>>;

const maxFunctions = 3;

/**
 * Returns the text of a file's jobs with each `$[[ inputs.NAME ]]` replaced by the value of the input, or by its default. The text
 * has as many lines before the jobs as the file. Throws {@link ConfigError}, which names the file and the input.
 */
function fillInputs(
  text: string,
  file: string,
  {
    given,
    isStart,
    variables,
  }: { readonly given: Given; readonly isStart: boolean; readonly variables: Variables },
): string {
  const parts = splitHeader(text);
  const names = Object.keys(given);
  if (!parts) {
    if (names.length === 0) return text;
    throw new ConfigError(`${file}: it has no spec: inputs, but is given ${names.join(", ")}.`);
  }
  const { spec } = parsePart(headerSchema, parseYaml(parts.header, file), file);
  const inputs = spec.inputs ?? {};
  const part = `${file}: spec: inputs`;
  const [unknown] = names.filter((name) => !Object.hasOwn(inputs, name));
  if (unknown !== undefined) throw new ConfigError(`${part}: ${unknown}: there is no such input.`);
  const values = new Map(
    Object.entries(inputs).map(([name, input]) => [
      name,
      checkValue(
        input,
        isStart ? valueOfText(input.type, ownValue(given, name)) : ownValue(given, name),
        `${part}: ${name}`,
      ),
    ]),
  );
  const lines = "\n".repeat(parts.header.split("\n").length - 1);
  const expand = createExpander((name) => ownValue(variables, name) ?? `$${name}`);
  let length = parts.jobs.length;
  return (
    lines +
    parts.jobs.replace(/\$\[\[\s*(\S.*?)\s*\]\]/g, (block, written: string) => {
      if (/^matrix\b/.test(written)) return block;
      const [access = "", ...functions] = written.split("|").map((each) => each.trim());
      const name = /^inputs\.([^.\s]+)$/.exec(access)?.[1];
      const refuse = (why: string) => new ConfigError(`${file}: ${block}: ${why}.`);
      if (name === undefined || !values.has(name)) throw refuse(`there is no input "${name ?? access}"`);
      if (functions.length > maxFunctions) throw refuse("it has more than three functions");
      const value = functions.reduce<unknown>((at, each) => {
        const apply = functionOf(each, expand);
        if (!apply) throw refuse(`there is no function ${each.replace(/\(.*/, "")} here`);
        if (typeof at !== "string") throw refuse(`${each} takes texts only`);
        return apply(at);
      }, values.get(name));
      const filled = typeof value === "string" ? value : JSON.stringify(value);
      length += filled.length;
      if (length > maxFileBytes) throw configTooLarge(file);
      return filled;
    })
  );
}

/** Returns the value of an input. Throws {@link ConfigError} for one that it cannot have. */
function checkValue(input: SpecInput, given: unknown, part: string): unknown {
  const value = given ?? input.default;
  const refuse = (why: string) => new ConfigError(`${part}: ${why}.`);
  if (value === undefined) throw refuse("has no value and no default");
  const [isOfType, words] = inputTypes[input.type];
  if (!isOfType(value)) throw refuse(`has to be ${words}`);
  if (hasReference(value)) throw refuse("!reference cannot be the value of an input");
  if (input.options && !input.options.includes(String(value)))
    throw refuse(`has to be one of ${input.options.join(", ")}`);
  if (input.regex !== undefined && !matches(input.regex, String(value), refuse))
    throw refuse(`does not match ${input.regex}`);
  return value;
}

function matches(regex: string, value: string, refuse: (why: string) => ConfigError): boolean {
  try {
    return RE2JS.compile(regex).matcher(value).find();
  } catch {
    throw refuse(`regex: ${regex} is not a regular expression of RE2`);
  }
}

const hasReference = (value: unknown): boolean =>
  value instanceof YamlReference ||
  (Array.isArray(value) ? value.some(hasReference) : isMap(value) && Object.values(value).some(hasReference));

/** Returns a function by how it is written, null for one that is not known. */
function functionOf(written: string, expand: (text: string) => string): ((text: string) => string) | null {
  const [, from, length] = /^truncate\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(written) ?? [];
  if (from !== undefined) return (text) => text.slice(Number(from), Number(from) + Number(length));
  if (written === "expand_vars") return expand;
  if (written === "posix_escape")
    return (text) => (text === "" ? "''" : text.replace(/[^\w\-.,:+/@\n]/g, "\\$&").replace(/\n/g, "'\n'"));
  return null;
}

/** Reads a file of the commit that the pipeline is for; null where there is none. */
export type ReadFile = (path: string) => Promise<string | null>;

const maxFiles = 100;

/** An included file, with values for its inputs. */
const entrySchema = z.strictObject({
  local: z.string(),
  rules: includeRules.optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
});
interface IncludedFile extends Pick<z.output<typeof entrySchema>, "local" | "inputs"> {
  /** Its text where it is none of the commit. */
  readonly text?: string | null;
}

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
export async function readWithIncludes(path: string, read: ReadFile, context: RuleContext): Promise<YamlMap> {
  const all: Files = { read, context, count: valueCounter(), files: 0 };
  if (!context.files) return load({ local: path, inputs: context.inputs ?? {} }, [], all);
  let merged: YamlMap = {};
  for (const { path: written, text, inputs } of context.files) {
    const variables = { ...context.variables, ...context.overriding };
    const paths = text === null ? findFiles(written, expand(written, variables), context.paths) : [written];
    for (const local of paths)
      merged = mergeMaps(merged, await load({ local, inputs, text }, [childPipeline], all), all.count);
  }
  return merged;
}

/** Stands above the files of a child pipeline, which `trigger` includes. */
const childPipeline = "";

async function load(
  { local: path, inputs, text: known = null }: IncludedFile,
  above: readonly string[],
  all: Files,
): Promise<YamlMap> {
  if (above.includes(path)) return {};
  if (++all.files > maxFiles) throw new ConfigError(`More than ${maxFiles} files are included.`);
  const text = known ?? (await all.read(path));
  if (above.length > 0) all.context.onIncluded?.(path);
  if (text === null) throw new ConfigError(`${path} is not in this commit.`);
  const filled = fillInputs(text, path, {
    given: inputs,
    isStart: above.length === 0,
    variables: all.context.variables,
  });
  const { include, ...own } = parseYaml(filled, path);
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
    const isElsewhere = typeof entry.local !== "string" || /^[a-z]+:\/\//i.test(entry.local);
    if (isElsewhere && context.onSkipped) {
      context.onSkipped(`include: ${placeOf(entry)}`);
      continue;
    }
    if (isElsewhere)
      throw new ConfigError("include: only files of the same repository (local) can be included here.");
    const { local, rules, inputs } = parsePart(entrySchema, entry, "include", context.onSkipped);
    const rule = rules && (await within("include: rules", () => firstRule(rules, context, variables)));
    if (rules && (!rule || rule.when === "never")) continue;
    for (const path of findFiles(local, expand(local, variables), context.paths))
      files.push({ local: path, inputs });
  }
  return files;
}

/** Characters of the place of an included file that are shown. */
const maxPlaceLength = 200;

/** Returns words for the place of a file that is not of the same repository. */
const placeOf = (entry: YamlMap): string =>
  Object.entries(entry)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([kind, value]) => `${kind} ${value}`)
    .join(", ")
    .slice(0, maxPlaceLength) || "an entry of another kind";

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
