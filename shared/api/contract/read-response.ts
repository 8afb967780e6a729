import type { z } from "zod";
import { versionRuleOf } from "./fields.ts";
import type { OutputOf, ResponseBody } from "./operation.ts";
import { definitionOf, isOptional, neutral, plainTypeOf } from "./schema-walk.ts";

/** One way in which a response differs from the contract. */
export interface Mismatch {
  /** `path: what is wrong`; a path is the same for all entries of a list, such as `[].project.id`. */
  readonly message: string;
  /** Values of the response that differ so. */
  readonly count: number;
}

/** A JSON response in the contract's shape, and where the service's differed. */
interface ReadResponse<T> {
  readonly value: T;
  /** Empty when everything matched. */
  readonly mismatches: readonly Mismatch[];
}

type Report = (path: string, message: string) => void;
type Read = (value: unknown, report: Report) => unknown;

const readers = new WeakMap<z.ZodType, Read>();

/**
 * Returns a service's response, read leniently in one walk: unknown fields pass through, null is the same as absent
 * for a field that may be absent, and a field that does not fit is replaced by a neutral value and counted in
 * `mismatches`, so that one odd field does not break a view. What is as it should be is returned as it is.
 */
export function readResponse<O extends { readonly response: ResponseBody }>(
  operation: O,
  json: unknown,
): ReadResponse<OutputOf<O>> {
  if (operation.response.kind !== "json") throw new Error("only JSON responses are read");
  const { schema } = operation.response;
  const read = readers.get(schema) ?? readerOf(schema, "");
  readers.set(schema, read);
  const counts = new Map<string, number>();
  const value = read(json, (path, text) => {
    const message = `${path || "(response)"}: ${text}`;
    counts.set(message, (counts.get(message) ?? 0) + 1);
  });
  return {
    value: value as OutputOf<O>,
    mismatches: [...counts].map(([message, count]) => ({ message, count })),
  };
}

/** Returned by a reader for a value of another type, which its field replaces. */
const misfit = Symbol("misfit");
const silent = () => {};

/** Returns the reader of a schema; `path` is where its values are. */
function readerOf(schema: z.ZodType, path: string): Read {
  const takesNull = schema.safeParse(null).success;
  const read = presentReaderOf(withoutWrappers(schema), path);
  // Read for each value, so that no two share an empty list or object.
  const absent = isOptional(schema) ? () => schema.parse(undefined) : undefined;
  const substitute = absent ?? (takesNull ? () => null : emptyOf(schema, read));
  return (value, report) => {
    if (value === undefined || value === null) {
      if (value === null && takesNull) return null;
      if (absent) return absent();
    }
    const result = read(value, report);
    return result === misfit ? substitute() : result;
  };
}

const emptyOf = (schema: z.ZodType, read: Read) => () => {
  const empty = read(neutral(schema), silent);
  return empty === misfit ? neutral(schema) : empty;
};

const wrappers = new Set(["optional", "nullable", "default"]);

function withoutWrappers(schema: z.ZodType): z.ZodType {
  const { type, innerType } = definitionOf(schema);
  return wrappers.has(type) && innerType ? withoutWrappers(innerType) : schema;
}

function presentReaderOf(schema: z.ZodType, path: string): Read {
  const { type, shape, element, valueType } = definitionOf(schema);
  if (type === "object" && shape) return objectReader(schema, shape, path);
  if (type === "array" && element) return listReader(readerOf(element, `${path}[]`), path);
  if (type === "record" && valueType) return recordReader(readerOf(valueType, `${path}.*`), path);
  return leafReader(schema, path);
}

function objectReader(schema: z.ZodType, shape: Readonly<Record<string, z.ZodType>>, path: string): Read {
  const rule = versionRuleOf(schema);
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, readerOf(field, path ? `${path}.${name}` : name)] as const,
  );
  return (value, report) => {
    if (!isObject(value)) return refuse("object", value, path, report);
    const raw = rule ? rule(value) : value;
    let result = raw;
    for (const [name, read] of fields) {
      const given = raw[name];
      const field = read(given, report);
      if (field === given) continue;
      if (result === value) result = { ...value };
      result[name] = field;
    }
    return result;
  };
}

const listReader =
  (read: Read, path: string): Read =>
  (value, report) => {
    if (!Array.isArray(value)) return refuse("array", value, path, report);
    const entries = value.map((entry) => read(entry, report));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  };

const recordReader =
  (read: Read, path: string): Read =>
  (value, report) => {
    if (!isObject(value)) return refuse("record", value, path, report);
    const entries = Object.entries(value).map(([key, entry]) => [key, read(entry, report)] as const);
    return entries.every(([key, entry]) => entry === value[key]) ? value : Object.fromEntries(entries);
  };

/** Reads what has no parts that could be read on their own. Plain types are compared here, which is cheaper. */
function leafReader(schema: z.ZodType, path: string): Read {
  const plain = plainTypeOf(schema);
  return (value, report) => {
    if (plain?.accepts(value)) return value;
    if (plain && typeof value !== plain.name) return refuse(plain.name, value, path, report);
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    report(path, result.error.issues[0]?.message ?? "Invalid input");
    return misfit;
  };
}

type Raw = Record<string, unknown>;
const isObject = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function refuse(expected: string, value: unknown, path: string, report: Report): typeof misfit {
  const received = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  report(path, `Invalid input: expected ${expected}, received ${received}`);
  return misfit;
}
