import type { z } from "zod";
import { intOrNull } from "./columns.ts";

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
