import type { z } from "zod";
import { definitionOf, unwrap } from "./schema-walk.ts";

/** Description of a schema in the API reference. */
export interface SchemaReference {
  /** `integer`, `text`, `time`, `true or false`, `list of …`, `object`, `file`, … */
  readonly type: string;
  /** Allowed or known values; empty where any value of the type is allowed. */
  readonly values: readonly string[];
  /** Text of the default; null where the contract names none. */
  readonly fallback: string | null;
  readonly description: string;
}

/**
 * Describes a schema as text. The contract writes fallbacks into descriptions, as `… where left out` in a clause of
 * its own; they are taken out of the description here.
 */
export function describeSchema(schema: z.ZodType): SchemaReference {
  const clauses = descriptionOf(schema)
    .split("; ")
    .map((clause) => ({ clause, fallback: /^(.+) where left out$/.exec(clause)?.[1] }));
  return {
    type: typeName(schema),
    values: valuesOf(schema),
    fallback: clauses.find(({ fallback }) => fallback !== undefined)?.fallback ?? null,
    description: clauses
      .filter(({ fallback }) => fallback === undefined)
      .map(({ clause }) => clause)
      .join("; "),
  };
}

function descriptionOf(schema: z.ZodType): string {
  if (schema.description !== undefined) return schema.description;
  const { innerType, in: input } = definitionOf(schema);
  const inner = innerType ?? input;
  return inner ? descriptionOf(inner) : "";
}

function valuesOf(schema: z.ZodType): readonly string[] {
  const inner = unwrap(schema);
  const { type, entries, values, element, options } = definitionOf(inner);
  const known = inner.meta()?.known;
  if (Array.isArray(known)) return known.map(String);
  if (type === "enum") return Object.values(entries ?? {}).map(String);
  if (type === "literal") return (values ?? []).map(String);
  if (type === "array" && element) return valuesOf(element);
  if (type === "union") return (options ?? []).flatMap((option) => [...valuesOf(option)]);
  return [];
}

const names: Readonly<Record<string, string>> = {
  boolean: "true or false",
  enum: "text",
  object: "object",
  record: "object of named values",
  custom: "file",
};

function typeName(schema: z.ZodType): string {
  const { type, format, element, options, values } = definitionOf(unwrap(schema));
  if (type === "number") return format === "safeint" ? "integer" : "number";
  if (type === "string") return format === "datetime" ? "time" : "text";
  if (type === "literal") return typeof values?.[0] === "boolean" ? "true or false" : "text";
  if (type === "array") return element ? `list of ${typeName(element)}` : "list";
  if (type === "union") return [...new Set((options ?? []).map(typeName))].join(" or ");
  return names[type] ?? "anything";
}
