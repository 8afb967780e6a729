import type { z } from "zod";
import { describeSchema, type SchemaReference } from "./describe-schema.ts";
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
