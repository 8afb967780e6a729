import type { z } from "zod";
import { InvalidInput, parseInput } from "./encode.ts";
import { isNested, nest, toList } from "./nest.ts";
import type { AnyOperation } from "./operation.ts";
import { definitionOf, isOptional, unwrap } from "./schema-walk.ts";

/** A call as it arrived: decoded path parameters, search parameters, and the parsed body. */
export interface RawCall {
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  /** JSON value, form, or undefined. */
  readonly body: unknown;
}

/**
 * `strict`: unknown names are refused and a JSON body must have the right types (the host's API).
 * `lenient`: unknown names are ignored and JSON text is read like a form's (as real services do).
 */
export type DecodeMode = "strict" | "lenient";

/** Returns an operation's flat input from a call. Throws {@link InvalidInput}. */
export function decodeInput(
  operation: AnyOperation,
  call: RawCall,
  mode: DecodeMode,
): Record<string, unknown> {
  const query = nest(call.search.entries());
  const form = call.body instanceof FormData || call.body instanceof URLSearchParams;
  const body = form ? nest((call.body as FormData).entries()) : call.body;
  if (body !== undefined && (body === null || typeof body !== "object" || Array.isArray(body))) {
    throw new InvalidInput([{ field: "", message: "the body is not an object", kind: "invalid" }]);
  }
  const bodyPart = fieldsOf(mode === "lenient" ? { ...operation.query, ...operation.body } : operation.body);
  const values: Record<string, unknown> = Object.create(null);
  const take = (
    source: Readonly<Record<string, unknown>>,
    part: Readonly<Record<string, z.ZodType>>,
    text: boolean,
  ) => {
    for (const [name, value] of Object.entries(source)) {
      const schema = Object.hasOwn(part, name) ? part[name] : undefined;
      if (!schema) {
        if (mode === "strict") values[name] = value;
        continue;
      }
      if (isAbsent(schema, value)) continue;
      if (text && isEmptyText(schema, value)) {
        // An empty list of a form is one: `tag_list=` removes all tags. In a query, it is no filter.
        if (part === bodyPart && definitionOf(unwrap(schema)).type === "array") values[name] = [];
        continue;
      }
      values[name] = text || mode === "lenient" ? coerce(schema, value) : value;
    }
  };
  take(call.params, fieldsOf(operation.params), true);
  // Real services take scalar parameters from query and body alike.
  take(
    query,
    fieldsOf(mode === "lenient" ? { ...operation.query, ...operation.body } : operation.query),
    true,
  );
  if (body !== undefined) {
    const own = unalias(operation, body as Record<string, unknown>);
    take(mode === "lenient" ? joinColons(own) : own, bodyPart, form);
  }
  return parseInput(operation, values);
}

/** A body's fields under the documents' names (see `aliases` of an operation). */
function unalias(
  operation: AnyOperation,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const aliases = Object.entries(operation.aliases);
  if (aliases.length === 0) return body;
  const own = new Map(Object.entries(body));
  for (const [name, alias] of aliases) {
    if (!own.has(name) && own.has(alias)) own.set(name, own.get(alias));
    own.delete(alias);
  }
  return Object.fromEntries(own);
}

/** Returns a body in which `assets:links`, as documents name a nested field and some clients send it, is nested. */
function joinColons(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Object.keys(body).some((name) => name.includes(":"))) return body;
  const joined: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    const [outer = "", inner, ...more] = name.split(":");
    if (inner === undefined || more.length > 0) joined[name] = value;
    else joined[outer] = { ...(isNested(joined[outer]) ? joined[outer] : {}), [inner]: value };
  }
  return joined;
}

const fieldsOf = (shape: z.ZodRawShape) => shape as Readonly<Record<string, z.ZodType>>;

/** Converts text to the schema's type; text that cannot be parsed stays, and the schema refuses it. */
function coerce(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  const { type, element, options, shape, valueType, values, format, entries } = definitionOf(inner);
  switch (type) {
    case "number":
      return typeof value === "string" && numeral(format).test(value) ? Number(value) : value;
    case "boolean":
      return toBoolean(value);
    case "literal":
      return typeof values?.[0] === "boolean" ? toBoolean(value) : value;
    case "enum":
      return Object.values(entries ?? {}).find((known) => isSameWildcard(known, value)) ?? value;
    case "string":
      if (typeof value === "number" || typeof value === "boolean") return String(value);
      if (Array.isArray(value)) return inner.meta()?.commaSeparated ? value.join(",") : value;
      return format === "datetime" && !inner.safeParse(value).success ? toTimestamp(value) : value;
    case "array": {
      const list = typeof value === "string" ? value.split(",").map((part) => part.trim()) : toList(value);
      if (!list || !element) return value;
      // `a[]=` says that the list is empty.
      return list.filter((entry) => entry !== "").map((entry) => coerce(element, entry));
    }
    case "object":
      if (!isNested(value)) return value;
      return Object.fromEntries(
        Object.entries(value)
          .filter(([key, entry]) => {
            const field = shape && Object.hasOwn(shape, key) ? shape[key] : undefined;
            return field !== undefined && !isAbsent(field, entry) && !isEmptyText(field, entry);
          })
          .map(([key, entry]) => [key, coerce(shape?.[key] ?? inner, entry)]),
      );
    case "record":
      if (!isNested(value) || !valueType) return value;
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, coerce(valueType, entry)]));
    case "union": {
      for (const option of options ?? []) {
        const candidate = coerce(option, value);
        if (option.safeParse(candidate).success) return candidate;
      }
      return value;
    }
    default:
      return value;
  }
}

/** Returns whether both are the same one of the predefined names `None` and `Any`, whose case does not matter. */
const isSameWildcard = (known: unknown, value: unknown): boolean =>
  typeof value === "string" &&
  /^(none|any)$/i.test(value) &&
  String(known).toLowerCase() === value.toLowerCase();

/** JSON's `null` for an optional field is the same as leaving it out, as real services have it. */
const isAbsent = (schema: z.ZodType, value: unknown): boolean =>
  value === null && isOptional(schema) && !schema.safeParse(null).success;

/** Returns whether a value is the empty text of a form for an optional field that is no text. */
const isEmptyText = (schema: z.ZodType, value: unknown): boolean =>
  value === "" && isOptional(schema) && !unwrap(schema).safeParse("").success;

const numeral = (format: string | undefined): RegExp =>
  format === "safeint" ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;

const booleans = new Map<unknown, boolean>([
  ["true", true],
  ["1", true],
  ["t", true],
  ["yes", true],
  ["on", true],
  [1, true],
  ["false", false],
  ["0", false],
  ["f", false],
  ["no", false],
  ["off", false],
  [0, false],
]);

const toBoolean = (value: unknown): unknown =>
  booleans.get(typeof value === "string" ? value.toLowerCase() : value) ?? value;

/** Dates and times in the looser forms that services accept: a date alone, a space for the `T`, no zone (UTC). */
function toTimestamp(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(value);
  if (!match) return value;
  const [, date, time = "00:00:00", zone = "Z"] = match;
  const instant = new Date(`${date}T${time}${zone}`);
  return Number.isNaN(instant.getTime()) ? value : instant.toISOString();
}
