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

/** Returns rows as a schema reads them. Throws where a column is not what the schema says. */
export const parseRows = <S extends z.ZodType>(schema: S, rows: readonly unknown[]): z.output<S>[] =>
  rows.map((row) => schema.parse(row));

/** Returns a row as a schema reads it, null where there is none. */
export const parseRow = <S extends z.ZodType>(schema: S, row: unknown): z.output<S> | null =>
  row === undefined ? null : schema.parse(row);

const cell = (row: unknown, column: string): unknown =>
  typeof row === "object" && row !== null ? Reflect.get(row, column) : undefined;

/** Returns a column of rows as a schema reads it. */
export const parseColumn = <S extends z.ZodType>(
  column: string,
  schema: S,
  rows: readonly unknown[],
): z.output<S>[] => rows.map((row) => schema.parse(cell(row, column)));

/** Returns a column of a row as a schema reads it, null where there is no row. */
export const parseCell = <S extends z.ZodType>(
  column: string,
  schema: S,
  row: unknown,
): z.output<S> | null => (row === undefined ? null : schema.parse(cell(row, column)));

/** Returns a whole number that a statement counted in a column, 0 where there is no row or nothing to add up. */
export const parseCount = (column: string, row: unknown): number => parseCell(column, intOrNull, row) ?? 0;
