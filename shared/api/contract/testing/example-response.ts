import type { z } from "zod";
import { definitionOf, isOptional, unwrap } from "../schema-walk.ts";

/** Returns a response with every field of a schema; lists have one entry. */
export function exampleResponse(schema: z.ZodType): unknown {
  const inner = unwrap(schema);
  const { type, format, entries, values, element, options, shape, valueType } = definitionOf(inner);
  switch (type) {
    case "string":
      return format === "datetime" ? "2024-05-06T07:08:09.123Z" : "text";
    case "number":
      return 7;
    case "boolean":
      return true;
    case "enum":
      return Object.values(entries ?? {})[0];
    case "literal":
      return values?.[0];
    case "array":
      return [exampleResponse(element ?? inner)];
    case "record":
      return { name: exampleResponse(valueType ?? inner) };
    case "object":
      return Object.fromEntries(
        Object.entries(shape ?? {}).map(([name, field]) => [name, exampleResponse(field)]),
      );
    case "union":
      return exampleResponse(options?.[0] ?? inner);
    default:
      return null;
  }
}

/** A change of one field of a response that its schema allows. */
interface AllowedChange {
  readonly name: string;
  readonly response: unknown;
}

/** Returns the response with each field that may be absent left out and set to null, and each nullable one set to null. */
export function allowedChanges(schema: z.ZodType, response: unknown, path = ""): AllowedChange[] {
  const { element, shape, valueType } = definitionOf(unwrap(schema));
  if (element && Array.isArray(response)) {
    return allowedChanges(element, response[0], `${path}[]`).map((change) => ({
      ...change,
      response: [change.response],
    }));
  }
  if (valueType || !shape || !isObject(response)) return [];
  return Object.entries(shape).flatMap(([name, field]) => {
    const { [name]: value, ...others } = response;
    const at = path ? `${path}.${name}` : name;
    const absent = isOptional(field) ? [{ name: `${at} absent`, response: others }] : [];
    const isNullable = isOptional(field) || field.safeParse(null).success;
    const nulled = isNullable ? [{ name: `${at} null`, response: { ...response, [name]: null } }] : [];
    const below = allowedChanges(field, value, at).map((change) => ({
      ...change,
      response: { ...response, [name]: change.response },
    }));
    return [...absent, ...nulled, ...below];
  });
}

/** Returns the response without anything that may be absent, or with null for it; an `id` stays. */
export function sparseResponse(schema: z.ZodType, response: unknown, as: "absent" | "null"): unknown {
  const { element, shape } = definitionOf(unwrap(schema));
  if (element && Array.isArray(response)) return response.map((entry) => sparseResponse(element, entry, as));
  if (!shape || !isObject(response)) return response;
  return Object.fromEntries(
    Object.entries(response).flatMap(([name, value]) => {
      const field = shape[name];
      if (!field) return [];
      if (name === "id") return [[name, value]];
      if (isOptional(field)) return as === "null" ? [[name, null]] : [];
      return [[name, field.safeParse(null).success ? null : sparseResponse(field, value, as)]];
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
