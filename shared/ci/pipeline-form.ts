import { ConfigError } from "./config/config-error.ts";
import { parsePart } from "./config/parse-part.ts";
import { isMap, parseYaml } from "./config/parse-yaml.ts";
import { headerSchema, splitHeader } from "./config/spec-inputs.ts";
import type { FormInput, FormVariable, PipelineForm } from "./form-inputs.ts";

/** Inputs and variables of a file that a form shows, and characters of their texts. */
const maxFields = 200;
const maxTextLength = 10_000;

/** Returns the fields that a configuration adds to the form of a pipeline. Files that it includes are not read. */
export function readPipelineForm(text: string, file: string): PipelineForm {
  const problems: string[] = [];
  const read = <T>(part: () => readonly T[]): readonly T[] => {
    try {
      return part().slice(0, maxFields);
    } catch (error) {
      if (!(error instanceof ConfigError) && !(error instanceof RangeError)) throw error;
      problems.push(error.message);
      return [];
    }
  };
  const inputs = read(() => readInputs(text, file));
  const variables = read(() => readVariables(text, file));
  return { inputs, variables, problem: problems[0] ?? null };
}

function readInputs(text: string, file: string): FormInput[] {
  const parts = splitHeader(text);
  if (!parts) return [];
  const { spec } = parsePart(headerSchema, parseYaml(parts.header, file), file);
  return Object.entries(spec.inputs ?? {}).flatMap(([name, input]) => {
    const initial = input.default === undefined ? null : toText(input.default);
    if (initial === undefined) return [];
    const { type, options, regex } = input;
    return [
      {
        name,
        type,
        description: cut(input.description ?? ""),
        options: options?.slice(0, maxFields).map(cut) ?? null,
        regex: regex === undefined ? null : cut(regex),
        initial,
      },
    ];
  });
}

function readVariables(text: string, file: string): FormVariable[] {
  // What stands for a value need not be YAML.
  const jobs = (splitHeader(text)?.jobs ?? text).replace(/\$\[\[.*?\]\]/g, "input");
  const { variables } = parseYaml(jobs, file);
  return Object.entries(isMap(variables) ? variables : {}).flatMap(([key, written]) => {
    if (!isMap(written) || typeof written.description !== "string") return [];
    const { options } = written;
    const initial = toText(written.value ?? "");
    if (initial === undefined) return [];
    return [
      {
        key,
        description: cut(written.description),
        options: Array.isArray(options) ? options.slice(0, maxFields).map((each) => cut(String(each))) : null,
        initial,
      },
    ];
  });
}

const cut = (text: string): string => text.slice(0, maxTextLength);

/** Returns a value as a text, a list as JSON; undefined for one that is too large to edit: it stays as the file has it. */
function toText(value: unknown): string | undefined {
  if (!isShort(value, { left: maxTextLength })) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns whether a value has at most as many characters and entries as are left, however often its parts share others. */
function isShort(value: unknown, budget: { left: number }): boolean {
  budget.left -= typeof value === "string" ? value.length : 1;
  if (budget.left < 0) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, entry]) => {
    budget.left -= key.length;
    return isShort(entry, budget);
  });
}
