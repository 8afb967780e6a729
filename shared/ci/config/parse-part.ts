import type { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** Returns a part of the file as its schema reads it. Throws {@link ConfigError}, which names the part and the key. */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  try {
    const result = schema.safeParse(value, { error: wordsOf });
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
