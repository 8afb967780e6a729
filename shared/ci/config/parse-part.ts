import type { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { isMap } from "./parse-yaml.ts";

/** Called with the place of each keyword that is skipped, such as `test: release`. */
export type OnSkipped = (part: string) => void;

/** Keywords of one part of a file that are skipped at most. */
const maxSkipped = 1_000;

/**
 * Returns a part of the file as its schema reads it. Throws {@link ConfigError}, which names the part and the key. Keywords that
 * are unknown or unsupported are skipped where `onSkipped` is set, as a service may have them.
 */
export function parsePart<S extends z.ZodType>(
  schema: S,
  written: unknown,
  name: string,
  onSkipped?: OnSkipped | undefined,
): z.output<S> {
  let value = written;
  try {
    let result = schema.safeParse(value, { error: wordsOf });
    for (let skipped = 0; onSkipped && !result.success && skipped < maxSkipped; skipped++) {
      const path = skippable(result.error.issues[0]);
      const rest = path && withoutKey(value, path);
      if (!rest) break;
      onSkipped([name, ...path].filter((part) => part !== "").join(": "));
      value = rest.value;
      result = schema.safeParse(value, { error: wordsOf });
    }
    if (result.success) return result.data;
    const { path, message } = describeIssue(result.error.issues);
    throw new ConfigError([name, ...path, message].filter((part) => part !== "").join(": "));
  } catch (error) {
    // The error of an invalid duration does not name its job.
    if (error instanceof ConfigError && name !== "" && !error.message.startsWith(name)) {
      throw new ConfigError(`${name}: ${error.message}`);
    }
    throw error;
  }
}

/** Words for the types of values as the interface of the schemas names them. */
const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};

/** Returns words for an issue that its schema has none for. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is missing"
        : `has to be ${types[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `has to be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
    case "unrecognized_keys":
      return `${issue.keys.join(", ")}: there is no such keyword here`;
    case "too_small":
      return `has to be at least ${issue.minimum}`;
    case "too_big":
      return `can be ${issue.maximum} at most`;
    case "invalid_union": {
      if (issue.input === undefined) return "is missing";
      const words = issue.errors.flatMap(([first]) =>
        first ? [first.message.replace(/^has to be /, "")] : [],
      );
      return `has to be ${[...new Set(words)].join(" or ")}`;
    }
    default:
      return "is not valid";
  }
}

/** Returns the path of a keyword that is unknown or unsupported; null where an issue is about something else. */
function skippable(issue: z.core.$ZodIssue | undefined): readonly PropertyKey[] | null {
  if (issue?.code === "unrecognized_keys") return [...issue.path, ...issue.keys.slice(0, 1)];
  if (issue?.code === "invalid_type" && issue.expected === "undefined") return issue.path;
  if (issue?.code !== "invalid_union") return null;
  const rest = skippable(issue.errors.find((issues) => !isOfOtherType(issues))?.[0]);
  return rest && [...issue.path, ...rest];
}

/** Returns a value without the key at a path; null where there is none. */
function withoutKey(
  value: unknown,
  [key, ...path]: readonly PropertyKey[],
): { readonly value: unknown } | null {
  if (key === undefined) return null;
  if (Array.isArray(value) && typeof key === "number") {
    const rest = withoutKey(value[key], path);
    return rest && { value: value.with(key, rest.value) };
  }
  if (!isMap(value) || typeof key !== "string" || !Object.hasOwn(value, key)) return null;
  const entries = Object.entries(value);
  if (path.length === 0) return { value: Object.fromEntries(entries.filter(([each]) => each !== key)) };
  const rest = withoutKey(value[key], path);
  return (
    rest && {
      value: Object.fromEntries(entries.map(([each, old]) => [each, each === key ? rest.value : old])),
    }
  );
}

interface DescribedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the first issue; of a value that may have several shapes that of the shape which its author meant. */
function describeIssue([issue]: readonly z.core.$ZodIssue[]): DescribedIssue {
  if (!issue) return { path: [], message: "is not valid" };
  const meant =
    issue.code === "invalid_union" ? issue.errors.find((issues) => !isOfOtherType(issues)) : undefined;
  if (!meant) return issue;
  const { path, message } = describeIssue(meant);
  return { path: [...issue.path, ...path], message };
}

/** Returns whether a value is not even of the type that a shape is for. */
function isOfOtherType([issue]: readonly z.core.$ZodIssue[]): boolean {
  if (!issue || issue.path.length > 0) return false;
  return issue.code === "invalid_union" ? issue.errors.every(isOfOtherType) : issue.code === "invalid_type";
}
