import type { z } from "zod";
import { parseInput } from "./encode.ts";
import { InvalidInput } from "./encode-values.ts";
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
type DecodeMode = "strict" | "lenient";

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

/** Parameters that a query or a form may have, and pairs of brackets of one name. */
export const maxParameters = 1_000;
export const maxBrackets = 10;

type Nested = { [name: string]: unknown };

/** Returns whether a value is an object of names, neither a list nor null. */
const isNested = (value: unknown): value is Nested =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws {@link InvalidInput} where a query or a form has too many parameters; cheaper than to parse it. */
export function checkParameterCount(text: string): void {
  let count = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) count++;
  if (count > maxParameters) throw tooMany();
}

/**
 * Reads `a[]`, `a[key]` and `a[][key]` names into arrays and objects, in time that grows with their length alone. Throws
 * {@link InvalidInput} for more parameters, or more brackets in a name, than any operation has.
 */
export function nest(entries: Iterable<[string, unknown]>): Nested {
  const root: Nested = Object.create(null);
  let count = 0;
  for (const [name, value] of entries) {
    if (++count > maxParameters) throw tooMany();
    insert(root, keysOf(name), value);
  }
  return root;
}

const refusal = (message: string) => new InvalidInput([{ field: "", message, kind: "rule" }]);
const tooMany = () => refusal(`More than ${maxParameters} parameters were sent`);

/** Returns `["a", "", "key"]` for `a[][key]`; what follows an unclosed bracket, or is between two pairs, is left out. */
function keysOf(name: string): string[] {
  const open = name.indexOf("[");
  // A name that begins with a bracket has no other.
  if (open === 0 && !name.includes("]")) return [name];
  const keys = open === 0 ? [] : [open === -1 ? name : name.slice(0, open)];
  for (let at = open; at !== -1; ) {
    const end = name.indexOf("]", at);
    if (end === -1) break;
    if (keys.length > maxBrackets)
      throw refusal(`A parameter has more than ${maxBrackets} pairs of brackets`);
    keys.push(name.slice(at + 1, end));
    at = name.indexOf("[", end);
  }
  return keys;
}

/** Sets a value below the keys of its name; an empty key is the next element of a list. */
function insert(root: Nested, keys: readonly string[], value: unknown): void {
  let holder = root;
  for (let at = 0; ; at++) {
    const key = keys[at] ?? "";
    if (at === keys.length - 1) {
      holder[key] = value;
      return;
    }
    if (keys[at + 1] !== "") {
      holder = childOf(holder, key);
      continue;
    }
    const list: unknown[] = Array.isArray(holder[key]) ? holder[key] : [];
    holder[key] = list;
    const field = keys[at + 2];
    if (field === undefined) {
      list.push(value);
      return;
    }
    const last: unknown = list.at(-1);
    // A repeated field begins the next element.
    const isOpen = isNested(last) && !hasField(last, keys.slice(at + 2));
    const element: Nested = isOpen ? last : Object.create(null);
    if (!isOpen) list.push(element);
    holder = element;
    at++;
  }
}

/** Returns whether an element has the field at these keys; a list in it takes any number of values. */
function hasField(element: Nested, keys: readonly string[]): boolean {
  if (keys.includes("")) return false;
  let value: unknown = element;
  for (const key of keys) {
    if (!isNested(value) || !(key in value)) return false;
    value = value[key];
  }
  return true;
}

/**
 * Returns what was sent as a list: a list, or the elements of `a[0]`, `a[1]` in the order of their numbers; undefined for
 * everything else.
 */
function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isNested(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => /^\d{1,9}$/.test(key))) return undefined;
  return keys.toSorted((one, other) => Number(one) - Number(other)).map((key) => value[key]);
}

/** Returns the object below a key; a value of another kind is replaced. */
function childOf(holder: Nested, key: string): Nested {
  const known = holder[key];
  const child: Nested = isNested(known) ? known : Object.create(null);
  holder[key] = child;
  return child;
}
