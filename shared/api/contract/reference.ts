import type { z } from "zod";
import type { AnyOperation } from "./operation.ts";
import { definitionOf, isOptional, unwrap } from "./schema-walk.ts";

/** One parameter as the API reference shows it. */
export interface ParameterReference extends SchemaReference {
  readonly name: string;
  readonly location: "path" | "query" | "body";
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Name in newer services, null where it is the same. */
  readonly alias: string | null;
}

/** One field of a response; `name` is its path from the root: `assets.links[].url`. */
export interface FieldReference extends SchemaReference {
  readonly name: string;
  readonly nullable: boolean;
  /** Not every service or response has it. */
  readonly optional: boolean;
}

/** An operation's entry in the API reference, without its summary and path. */
export interface OperationReference {
  readonly name: string;
  readonly operation: AnyOperation;
  readonly parameters: readonly ParameterReference[];
  /** Whether the response is a list of records with these `fields`. */
  readonly list: boolean;
  readonly fields: readonly FieldReference[];
}

/** Derives the reference of an operation from its declaration. */
export function describeOperation(name: string, operation: AnyOperation): OperationReference {
  const schema = operation.response.kind === "json" ? operation.response.schema : undefined;
  return {
    name,
    operation,
    parameters: [
      ...parametersOf(operation, "path", operation.params),
      ...parametersOf(operation, "query", operation.query),
      ...parametersOf(operation, "body", operation.body),
    ],
    list: schema !== undefined && definitionOf(unwrap(schema)).type === "array",
    fields: schema ? fieldsBelow(schema, "", []) : [],
  };
}

const parametersOf = (
  operation: AnyOperation,
  location: ParameterReference["location"],
  shape: Readonly<Record<string, unknown>>,
): ParameterReference[] =>
  Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => ({
    name,
    location,
    required: !isOptional(schema),
    deprecated: operation.deprecated.includes(name),
    alias: operation.aliases[name] ?? null,
    ...describeSchema(schema),
  }));

/** Fields of a record and of the records in it; a record inside itself is named and not entered again. */
function fieldsBelow(schema: z.ZodType, prefix: string, within: readonly z.ZodType[]): FieldReference[] {
  const inner = unwrap(schema);
  const { type, shape, element } = definitionOf(inner);
  if (type === "array" && element) return fieldsBelow(element, prefix && `${prefix}[]`, within);
  if (type !== "object" || within.includes(inner)) return [];
  return Object.entries(shape ?? {}).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    const own: FieldReference = {
      name,
      nullable: field.safeParse(null).success,
      optional: isOptional(field),
      ...describeSchema(field),
    };
    return [own, ...fieldsBelow(field, name, [...within, inner])];
  });
}

/** Description of a schema in the API reference. */
interface SchemaReference {
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
function describeSchema(schema: z.ZodType): SchemaReference {
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
