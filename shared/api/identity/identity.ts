import type { z } from "zod";
import type { AnyOperation } from "../contract/operation.ts";
import { definitionOf, plainTypeOf, schemaAt, unwrap } from "../contract/schema-walk.ts";

/** An object of a response, as the service sent it. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field, or several of which one is enough. */
export type Required = string | readonly string[];

/** Circumstances of a response that a comparison depends on. */
export interface Exchange {
  readonly isRead: boolean;
  /** Whether a redirect was followed: a moved project or group has another path then. */
  readonly isRedirected: boolean;
}

/** A field that repeats what was requested, and how the two compare. */
export interface Shown {
  readonly field: string;
  readonly agrees: (asked: string, shown: string | number, exchange: Exchange) => boolean;
}

/** Fields that show that an object is of a kind, and which one of them it is. */
export interface ObjectIdentity {
  /** Fields that every object of the kind has, in services of every version since 11.8; their type counts too. */
  readonly fields: readonly Required[];
  /** Fields of other objects that a service may send in its place. */
  readonly or: readonly (readonly Required[])[];
  /** By parameter (`projects/:id` in the path, `branch` elsewhere): the fields that repeat it. */
  readonly shows: Readonly<Record<string, readonly Shown[]>>;
}

/** Compares an id; a path in its place shows nothing. */
export const number = (field: string): Shown => ({
  field,
  agrees: (asked, shown) => !/^\d+$/.test(asked) || asked.replace(/^0+(?=\d)/, "") === String(shown),
});

/** Compares a whole hash; anything shorter may be the name of a ref. */
export const hash = (field: string): Shown => ({
  field,
  agrees: (asked, shown) =>
    !/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(asked) || asked.toLowerCase() === String(shown).toLowerCase(),
});

/** Compares a name, which services repeat as it is. */
export const name = (field: string): Shown => ({
  field,
  agrees: (asked, shown) => asked.normalize() === String(shown).normalize(),
});

/** Compares the full path of a project or group, unless it moved, or is moved by the call. */
export const fullPath = (field: string): Shown => ({
  field,
  agrees: (asked, shown, { isRead, isRedirected }) =>
    !isRead || isRedirected || !/\D/.test(asked) || asked.toLowerCase() === String(shown).toLowerCase(),
});

/** Compares letters and digits alone: services write the slug of a page in different ways. */
export const slug = (field: string): Shown => ({
  field,
  agrees: (asked, shown, { isRead }) => !isRead || letters(asked) === letters(String(shown)),
});

const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Returns the parameters of an operation's path, each with its collection: `projects/:id`. */
export function pathParameters({ path }: AnyOperation): { readonly key: string; readonly name: string }[] {
  return [...path.matchAll(/([\w-]+)\/[:*](\w+)/g)].map(([, collection, parameter = ""]) => ({
    key: `${collection}/:${parameter}`,
    name: parameter,
  }));
}

/** The schema of the objects in an operation's response, undefined where it is not JSON. */
export function objectSchema({ response }: AnyOperation): z.ZodType | undefined {
  if (response.kind !== "json") return undefined;
  const schema = unwrap(response.schema);
  const { element } = definitionOf(schema);
  return element ? unwrap(element) : schema;
}

type Test = (value: unknown) => boolean;

/** Returns what tells whether a value is of a field's type; of a nested one nothing but that it is a list or an object. */
function typeTest(schema: z.ZodType | undefined): Test {
  if (!schema) return () => true;
  const plain = plainTypeOf(schema);
  const { type } = definitionOf(unwrap(schema));
  return (value) => {
    if (plain?.accepts(value)) return true;
    if (value === null || typeof value !== "object") return schema.safeParse(value).success;
    return Array.isArray(value) ? type === "array" : type !== "array";
  };
}

/** Returns why an object is not what a call requested, completing "a response that …"; null where it is. */
export type ForeignFinder = (object: Fields | null) => string | null;

/**
 * Returns what tells whether an object is what a call requested. The object is null where there is another value in its
 * place; of its fields only those of {@link identifyingFields} count.
 */
export function foreignFinder(
  operation: AnyOperation,
  { fields, or, shows }: ObjectIdentity,
  input: Fields,
  exchange: Exchange,
): ForeignFinder {
  const schema = objectSchema(operation);
  const tests = new Map<string, Test>();
  const testOf = (field: string): Test => {
    const test = tests.get(field) ?? typeTest(schema && schemaAt(schema, [field]));
    tests.set(field, test);
    return test;
  };
  const has = (found: Fields, field: string) => field in found && testOf(field)(found[field]);
  const lacks = (found: Fields, wanted: readonly Required[]) =>
    wanted.find((one) =>
      typeof one === "string" ? !has(found, one) : !one.some((name) => has(found, name)),
    );
  const expected = expectedValues(operation, shows, input);
  return (object) => {
    if (object === null) return "is not what was requested";
    const missing = lacks(object, fields);
    if (missing !== undefined) {
      if (or.some((others) => lacks(object, others) === undefined)) return null;
      return `is not what was requested: it has no ${[missing].flat().join(" or ")}`;
    }
    for (const { field, agrees, asked } of expected) {
      const shown = object[field];
      if (typeof shown !== "string" && typeof shown !== "number") continue;
      if (!agrees(asked, shown, exchange))
        return `is of another ${field.replaceAll("_", " ")} than requested: ${String(shown).slice(0, 100)}`;
    }
    return null;
  };
}

/** Returns the fields by which a {@link foreignFinder} tells objects. */
export const identifyingFields = ({ fields, or, shows }: ObjectIdentity): ReadonlySet<string> =>
  new Set([
    ...fields.flat(),
    ...or.flat(2),
    ...Object.values(shows).flatMap((shown) => shown.map(({ field }) => field)),
  ]);

/** Returns the fields that repeat what a call requested, each with that. */
function expectedValues(operation: AnyOperation, shows: ObjectIdentity["shows"], input: Fields) {
  const names = new Map(pathParameters(operation).map(({ key, name: parameter }) => [key, parameter]));
  return Object.entries(shows).flatMap(([key, fieldsShown]) => {
    const parameter = names.get(key) ?? (key in operation.body ? key : undefined);
    const asked = parameter === undefined ? undefined : input[parameter];
    if (typeof asked !== "string" && typeof asked !== "number") return [];
    return fieldsShown.map((shown) => ({ ...shown, asked: String(asked) }));
  });
}

/** {@link foreignFinder} for one object. */
export const findForeign = (
  operation: AnyOperation,
  identity: ObjectIdentity,
  input: Fields,
  object: Fields | null,
  exchange: Exchange,
): string | null => foreignFinder(operation, identity, input, exchange)(object);
