import type { z } from "zod";
import type { Row } from "./store.ts";

/** Returns rows as a schema reads them. Throws where a column is not what the schema says. */
export const parseRows = <S extends z.ZodType>(schema: S, rows: readonly Row[]): z.output<S>[] =>
  rows.map((row) => schema.parse(row));

/** Returns a row as a schema reads it, null where there is none. */
export const parseRow = <S extends z.ZodType>(schema: S, row: Row | undefined): z.output<S> | null =>
  row === undefined ? null : schema.parse(row);
