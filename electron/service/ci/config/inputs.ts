import { RE2JS } from "re2js";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { createExpander, type Variables } from "./expression.ts";
import { scalar } from "./file-variables.ts";
import { unsupported } from "./keyword-schema.ts";
import { ownValue } from "./own-value.ts";
import { parsePart } from "./parse-part.ts";
import { isMap, maxFileBytes, parseYaml, Reference, tooLarge } from "./parse-yaml.ts";

type Given = Readonly<Record<string, unknown>>;

/** Types of inputs: the test for a value, and words for it. */
const types = {
  string: [(value: unknown) => typeof value === "string", "a text"],
  // The reader has numbers with a point as texts.
  number: [
    (value: unknown) =>
      typeof value === "number" || (typeof value === "string" && /^[-+]?\d[\d.e+-]*$/.test(value)),
    "a number",
  ],
  boolean: [(value: unknown) => typeof value === "boolean", "true or false"],
  array: [Array.isArray, "a list"],
} as const;

const inputSchema = z.strictObject({
  type: z.enum(["string", "number", "boolean", "array"]).default("string"),
  default: z.unknown().optional(),
  description: z.string().optional(),
  options: z.array(z.union([scalar])).optional(),
  regex: z.string().optional(),
  rules: unsupported,
});
const headerSchema = z.strictObject({
  spec: z.strictObject({
    include: unsupported,
    component: unsupported,
    inputs: z
      .record(z.string(), z.union([z.null().transform(() => inputSchema.parse({})), inputSchema]))
      .nullish(),
  }),
});
type Input = z.output<typeof inputSchema>;

/** Documents of a file begin behind such a line. */
const separator = /^---(?=\s|$)/m;
const maxFunctions = 3;

/**
 * Returns the text of a file's jobs with each `$[[ inputs.NAME ]]` replaced by the value of the input, or by its default. The text
 * has as many lines before the jobs as the file. Throws {@link ConfigError}, which names the file and the input.
 */
export function fillInputs(text: string, file: string, given: Given, variables: Variables): string {
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
      checkValue(input, ownValue(given, name), `${part}: ${name}`),
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
      if (length > maxFileBytes) throw tooLarge(file);
      return filled;
    })
  );
}

/** Returns the two documents of a file whose first one has a `spec`; null for other files. */
function splitHeader(text: string): { readonly header: string; readonly jobs: string } | null {
  const start = /^(?:\uFEFF|\s|#[^\n]*\n)*(?:---(?=\s|$))?/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start);
  const at = rest.search(separator);
  if (at < 0 || !/^["']?spec["']?\s*:/m.test(rest.slice(0, at))) return null;
  return { header: text.slice(0, start + at), jobs: rest.slice(at) };
}

/** Returns the value of an input. Throws {@link ConfigError} for one that it cannot have. */
function checkValue(input: Input, given: unknown, part: string): unknown {
  const value = given ?? input.default;
  const refuse = (why: string) => new ConfigError(`${part}: ${why}.`);
  if (value === undefined) throw refuse("has no value and no default");
  const [isOfType, words] = types[input.type];
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
  value instanceof Reference ||
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
