import { z } from "zod";
import type { FieldLength } from "./schema-walk.ts";

/**
 * An enum of the documents that newer services extend: the known names complete in the editor, any other
 * string is accepted (docs/compatibility.md, 2).
 */
export const openEnum = <const T extends string>(...known: readonly [T, ...T[]]) =>
  z
    .string()
    .meta({ known })
    .transform((value) => value as T | (string & {}));

/** ISO 8601 date and time, with `Z` or a numeric offset, with or without fractions. */
export const timestamp = z.iso.datetime({ offset: true });

/** A project's or group's `:id`: an integer, or its full path (which always has a letter or a slash). */
export const idOrPath = z.union([z.int().positive(), z.string().min(1)]).describe("integer id or full path");

/** A record of a response: the named fields are typed, what a newer service adds passes through. */
export const record = z.looseObject;

/**
 * A credential in a response: the page may show it, the disk never gets it (`schema-walk.ts`). Public keys are marked too:
 * they name who may enter where.
 */
export const secret = () => z.string().meta({ secret: true });

/** Text of a body that people write at length: a description, a note, a message (`schema-walk.ts`). */
export const longText = () => z.string().meta({ length: "text" satisfies FieldLength });

/** The content of a file in a body, which may be as long as a file is (`schema-walk.ts`). */
export const fileContent = () => z.string().meta({ length: "file" satisfies FieldLength });

/** Several values in one text, separated by commas; JSON may have a list of them, as services since 12.x take it. */
export const commaSeparated = () => z.string().meta({ commaSeparated: true });

/** Ascending or descending. */
export const sort = z.enum(["asc", "desc"]);

/** Custom attributes of a group, project or user, which administrators may read. */
export const customAttributes = z.array(record({ key: z.string(), value: z.string() }));

/** A record as a service of some version sent it. */
export type Raw = Record<string, unknown>;

const rules = new WeakMap<z.ZodType, (raw: Raw) => Raw>();

/**
 * Returns a response's shape, whose fields are read of what services of other versions send: `rule` maps a record of any
 * version to the shape's fields (docs/compatibility.md, 8 to 13).
 */
export function versioned<S extends z.ZodType>(shape: S, rule: (raw: Raw) => Raw): S {
  rules.set(shape, rule);
  return shape;
}

/** Returns what maps a response of any version to a shape's fields; undefined for shapes that never changed. */
export const versionRuleOf = (shape: z.ZodType): ((raw: Raw) => Raw) | undefined => rules.get(shape);
