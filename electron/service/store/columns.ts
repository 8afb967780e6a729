import { z } from "zod";

/** A boolean column: 0 or 1. */
export const flag = z.literal([0, 1]).transform((value) => value === 1);

const textArray = z.array(z.string()).readonly();

/** Returns the texts of a column with a JSON array of them. */
export const parseTexts = (json: string): readonly string[] => textArray.parse(JSON.parse(json));

/** A column with a JSON array of texts. */
export const texts = z.string().transform(parseTexts);

/** A boolean column as it is stored. Tables that are read whole use it: a schema without transforms is faster. */
export const storedFlag = z.literal([0, 1]);

/** Columns of whole numbers and texts: made once, since a schema costs more to make than to use. */
export const int = z.int();
export const text = z.string();

/** A column that may be NULL. */
export const textOrNull = z.string().nullable();
export const intOrNull = z.int().nullable();
