import type { z } from "zod";
import { type EncodedCall, encodeValues, type InputIssue, InvalidInput } from "./encode-values.ts";
import { describeIssue } from "./input-sentence.ts";
import type { AnyOperation } from "./operation.ts";
import { definitionOf, unwrap } from "./schema-walk.ts";

/** Returns an input as method, URL path with query, and body. Throws {@link InvalidInput}. */
export const encodeCall = (operation: AnyOperation, input: unknown): EncodedCall =>
  encodeValues(operation, parseInput(operation, input));

/** Returns a strictly parsed input. Throws {@link InvalidInput}. */
export function parseInput(operation: AnyOperation, input: unknown): Record<string, unknown> {
  const result = operation.input.safeParse(shortenInvalid(operation.input, input));
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.map((issue): InputIssue => {
      if (issue.code === "unrecognized_keys") {
        return { field: issue.keys.join(", "), message: describeIssue(issue), kind: "unknown" };
      }
      if (issue.code === "custom") {
        return { field: issue.path.map(String).join("."), message: issue.message, kind: "rule" };
      }
      const missing = valueAt(input, issue.path) === undefined;
      const message = missing ? "is missing" : describeIssue(issue);
      return { field: issue.path.map(String).join("."), message, kind: missing ? "missing" : "invalid" };
    }),
  );
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (holder, key) =>
      holder !== null && typeof holder === "object"
        ? (holder as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

/** Entries of a list or record among which every invalid one is named. */
const maxNamed = 100;

/**
 * Returns a value in which a long list or record ends with its first invalid entry. Each invalid entry is an issue of
 * some hundred bytes: a short text of many would take a hundred times its own memory.
 */
function shortenInvalid(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { type, shape, element, valueType } = definitionOf(unwrap(schema));
  if (type === "array" && element && Array.isArray(value)) return upToInvalid(value, element);
  if (Array.isArray(value)) return value;
  if (type === "record" && valueType) {
    const keys = Object.keys(value);
    const kept = upToInvalid(Object.values(value), valueType);
    if (kept.length === keys.length) return value;
    return Object.fromEntries(kept.map((entry, index) => [keys[index] ?? "", entry]));
  }
  if (type !== "object" || !shape) return value;
  let result = value as Record<string, unknown>;
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(result, name)) continue;
    const shortened = shortenInvalid(field, result[name]);
    if (shortened !== result[name]) result = { ...result, [name]: shortened };
  }
  return result;
}

function upToInvalid(list: readonly unknown[], schema: z.ZodType): readonly unknown[] {
  if (list.length <= maxNamed) return list;
  const invalid = list.findIndex((entry) => !schema.safeParse(entry).success);
  return invalid === -1 ? list : list.slice(0, invalid + 1);
}
