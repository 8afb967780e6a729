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
  readonly pattern?: RegExp;
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

/** A type whose values are told without zod, which makes objects for each. */
interface PlainType {
  readonly name: string;
  /** Returns whether the schema takes a value as it is; where not, the schema decides. */
  readonly accepts: (value: unknown) => boolean;
}

/** Returns the plain type of a text, number, boolean or time, as it is or where it may be absent; undefined for others. */
export function plainTypeOf(schema: z.ZodType): PlainType | undefined {
  const { type, format, pattern, checks, innerType, in: input } = definitionOf(schema);
  if ((type === "optional" || type === "nullable" || type === "default") && innerType)
    return plainTypeOf(innerType);
  // An open enum is a string of any value.
  if (type === "pipe" && input?.meta()?.known) return plainTypeOf(input);
  if (type === "number" && format === "safeint") return { name: "number", accepts: Number.isSafeInteger };
  if (type === "string" && format === "datetime" && pattern && !checks?.length)
    return { name: type, accepts: (value) => typeof value === "string" && pattern.test(value) };
  const isPlain =
    !format && !checks?.length && (type === "string" || type === "number" || type === "boolean");
  return isPlain ? { name: type, accepts: (value) => typeof value === type } : undefined;
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

/** Honest length of a field of a body: of a text that people write, or of a file's content. */
export type FieldLength = "text" | "file";

/**
 * Bytes of a body, by its longest field. A description or note has up to 1,048,576 characters on real services, which some
 * clients write as `\u` escapes; larger commits are pushed.
 */
const limits = { short: 64 * 1024, text: 8 * 1024 * 1024, file: 128 * 1024 * 1024 } as const;

/** Returns the bytes that the body of an operation may have: 64 KB, unless a field is marked to be longer. */
export function bodyLimitOf(body: z.ZodRawShape): number {
  const lengths = new Set(Object.values(body).flatMap((field) => lengthsIn(field as z.ZodType)));
  return limits[lengths.has("file") ? "file" : lengths.has("text") ? "text" : "short"];
}

function lengthsIn(field: z.ZodType): FieldLength[] {
  const inner = unwrap(field);
  const length = inner.meta()?.length;
  if (length === "text" || length === "file") return [length];
  const { shape, element, valueType, options } = definitionOf(inner);
  const parts = [...Object.values(shape ?? {}), element, valueType, ...(options ?? [])];
  return parts.flatMap((part) => (part ? lengthsIn(part) : []));
}

/** Secret fields of a response. */
interface ResponseSecrets {
  /** Names of the secret fields. */
  readonly names: readonly string[];
  /** Whether the response still fits its schema without them. */
  readonly removable: boolean;
}

/** Returns the fields of a response's schema that are marked with `secret()`, at any depth. */
export function secretsOf(schema: z.ZodType): ResponseSecrets {
  const names = new Set<string>();
  const seen = new Set<z.ZodType>();
  let removable = true;
  const visit = (given: z.ZodType): void => {
    const inner = unwrap(given);
    if (seen.has(inner)) return;
    seen.add(inner);
    const { shape, element, valueType, options } = definitionOf(inner);
    for (const [name, field] of Object.entries(shape ?? {})) {
      if (unwrap(field).meta()?.secret) {
        names.add(name);
        removable &&= isOptional(field);
      } else visit(field);
    }
    for (const part of [element, valueType, ...(options ?? [])]) if (part) visit(part);
  };
  visit(schema);
  return { names: [...names], removable };
}
