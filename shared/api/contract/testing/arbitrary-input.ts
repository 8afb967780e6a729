import fc from "fast-check";
import { z } from "zod";
import type { AnyOperation } from "../operation.ts";
import { definitionOf, isOptional, unwrap } from "../schema-walk.ts";

/** Inputs that an operation accepts, with characters of every kind in their texts. */
export function arbitraryInput(operation: AnyOperation): fc.Arbitrary<Record<string, unknown>> {
  const shape = { ...operation.params, ...operation.query, ...operation.body };
  // Fields that are valid alone may break a rule between them.
  return inputs(shape as Readonly<Record<string, z.ZodType>>).filter(
    (input) => operation.input.safeParse(input).success,
  );
}

/** Text of every kind of character; alone in a path segment it is never `.` or `..`, which no path can carry. */
const text = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
    fc.constantFrom("v1.2.json", "-x", "a/b c#%+é🦊"),
  )
  .filter((value) => value.isWellFormed() && value !== "." && value !== "..");

/** Text of a pattern where the schema has one: random text would hardly ever match. */
function textOf(schema: z.ZodType): fc.Arbitrary<string> {
  const { pattern } = z.toJSONSchema(schema);
  return pattern === undefined ? text : fc.stringMatching(new RegExp(pattern), { maxLength: 12 });
}

/** A segment inside a path may not be empty or a dot folder either. */
const path = fc
  .array(
    text.map((part) => part.replaceAll("/", "_")),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join("/"));

const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values that a schema accepts. */
function arbitrary(schema: z.ZodType): fc.Arbitrary<unknown> {
  const inner = unwrap(schema);
  const { type, format, entries, values, element, options, shape, valueType } = definitionOf(inner);
  switch (type) {
    case "string":
      return (format === "datetime" ? time : format === "url" ? fc.webUrl() : textOf(inner)).filter(
        (value) => inner.safeParse(value).success,
      );
    case "number":
      return fc.integer({ min: 1, max: 2 ** 40 });
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...Object.values(entries ?? {}));
    case "literal":
      return fc.constantFrom(...(values ?? []));
    case "array":
      return fc.array(arbitrary(element ?? inner), { minLength: 1, maxLength: 3 });
    case "record":
      return fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), arbitrary(valueType ?? inner), { minKeys: 1 });
    case "object":
      return inputs(shape ?? {});
    case "unknown":
      return text;
    case "union":
      // Digits alone are an id, never a path: only the first option can mean them.
      return fc
        .oneof(...(options ?? []).map(arbitrary))
        .filter((value) => typeof value !== "string" || !/^-?\d+$/.test(value));
    default:
      return fc.constant(new File(["content"], "picture.png", { type: "image/png" }));
  }
}

const inputs = (shape: Readonly<Record<string, z.ZodType>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        name === "artifact_path" ? path : arbitrary(schema),
      ]),
    ),
    {
      requiredKeys: Object.entries(shape)
        .filter(([, schema]) => !isOptional(schema))
        .map(([name]) => name),
      noNullPrototype: true,
    },
  );
