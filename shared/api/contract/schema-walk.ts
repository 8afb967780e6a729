import type { z } from "zod";

/** The parts of a zod definition that the contract walks over; a schema's `def` has these by its `type`. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly checks?: readonly unknown[];
}

/** A schema's definition, as data. */
export const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

const wrappers = new Set(["optional", "nullable", "default", "prefault", "catch", "readonly", "nonoptional"]);

/** The schema below `optional`, `nullable`, `default` and transforms. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input } = definitionOf(schema);
  if (wrappers.has(type) && innerType) return unwrap(innerType);
  if (type === "pipe" && input) return unwrap(input);
  return schema;
}

/** Returns whether a schema accepts that nothing is given. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

/** Returns the schema at a path inside a value, undefined where the contract does not name it. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return schema;
  const { type, shape, element, valueType, options } = definitionOf(unwrap(schema));
  if (type === "object") {
    const next = shape?.[String(head)];
    return next && schemaAt(next, rest);
  }
  if (type === "array" && element) return schemaAt(element, rest);
  if (type === "record" && valueType) return schemaAt(valueType, rest);
  if (type === "union") {
    for (const option of options ?? []) {
      const found = schemaAt(option, path);
      if (found) return found;
    }
  }
  return undefined;
}

/** A value that a schema accepts and that says nothing: empty text, zero, null where it may be null. */
export function neutral(schema: z.ZodType): unknown {
  const { type, innerType, options, entries, values, format, in: input } = definitionOf(schema);
  switch (type) {
    case "nullable":
      return null;
    case "optional":
    case "default":
    case "prefault":
      return undefined;
    case "string":
      return format === "datetime" ? "1970-01-01T00:00:00Z" : "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
    case "record":
      return {};
    case "enum":
      return Object.values(entries ?? {})[0];
    case "literal":
      return values?.[0];
    case "union":
      return options?.[0] && neutral(options[0]);
    case "pipe":
      return input && neutral(input);
    default:
      return innerType ? neutral(innerType) : null;
  }
}
