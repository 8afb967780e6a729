import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../../testing/rounds.ts";
import { operations } from "../index.ts";
import { decodeInput } from "./decode.ts";
import type { AnyOperation } from "./operation.ts";
import { definitionOf, unwrap } from "./schema-walk.ts";
import { arbitraryInput } from "./testing/arbitrary-input.ts";

/** Ways in which clients write the elements of a list: `a[]`, and `a[0]`. */
const styles = ["brackets", "numbered"] as const;

/** Returns names with brackets and their texts for a value, as libraries of clients write them. */
function flatten(name: string, value: unknown, style: (typeof styles)[number]): [string, string][] {
  if (Array.isArray(value))
    return value.flatMap((entry, at) => flatten(`${name}[${style === "brackets" ? "" : at}]`, entry, style));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, entry]) => flatten(`${name}[${key}]`, entry, style));
  return [[name, value === null ? "" : String(value)]];
}

const isNestedField = (field: unknown) =>
  ["array", "object", "record"].includes(definitionOf(unwrap(field as never)).type);

const nested = Object.entries(operations).filter(([, { query, body }]: [string, AnyOperation]) =>
  Object.values({ ...query, ...body }).some(isNestedField),
);

/** Brackets in a key end it, commas separate a list that is written as one text, and an element is not empty. */
const isPlain = (value: unknown): boolean => {
  if (value === null || value === "") return false;
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlain) && areAlike(value);
  if (typeof value !== "object") return true;
  return (
    Object.keys(value).length > 0 &&
    Object.entries(value).every(([key, entry]) => /^[^[\]]+$/.test(key) && isPlain(entry))
  );
};

/** Without numbers, a further element begins only where a field of the last one is repeated. */
const areAlike = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value !== "object" || value === null) ||
  new Set(values.map((value) => JSON.stringify(Object.keys(Object(value))))).size === 1;

it("has operations to try", () => expect(nested.length).toBeGreaterThan(20));

describe.each(styles)("names with brackets, lists %s", (style) => {
  it.each(nested)("of %s are read in query, form and multipart", (_, operation: AnyOperation) => {
    fc.assert(
      fc.property(arbitraryInput(operation).filter(isPlain), (input) => {
        const inQuery = Object.keys(operation.query);
        const params = Object.keys(operation.params).map((name) => [name, String(input[name])]);
        const pairs = (names: readonly string[]) =>
          names.flatMap((name) => (name in input ? flatten(name, input[name], style) : []));
        const search = new URLSearchParams(pairs(inQuery));
        const form = pairs(Object.keys(operation.body));
        const parts = new FormData();
        for (const [name, value] of form) parts.append(name, value);
        for (const body of form.length > 0 ? [new URLSearchParams(form), parts] : [undefined]) {
          const call = { params: Object.fromEntries(params), search, body };
          expect(decodeInput(operation, call, "lenient")).toEqual(input);
        }
      }),
      { numRuns: rounds(25, 3) },
    );
  });
});
