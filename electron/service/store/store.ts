import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Memory } from "../memory.ts";

/** The service's metadata: one SQLite database in WAL mode. SQL is written in this folder only. */
export interface Store {
  /** Absolute path of the folder with the database and `repositories/`. */
  readonly folder: string;
  /** Absolute path of the folder with the repositories. */
  readonly repositories: string;
  /** Values in memory of the service that has the store open. */
  readonly memory: Memory;
  readonly clock: Clock;
  /** Returns rows, whose columns are read through {@link file://./rows.ts} only: their type has none. */
  all(sql: string, ...values: SQLInputValue[]): readonly unknown[];
  /** Returns a row, undefined where there is none. */
  get(sql: string, ...values: SQLInputValue[]): unknown;
  /** Runs a statement and returns the id of the row that it inserted last. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Writes everything that `work` writes, or nothing when it throws. One within another is a part of that. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** SQLite's extended codes of a violated UNIQUE constraint or primary key. */
const uniqueCodes: ReadonlySet<number> = new Set([2067, 1555]);

const sqliteError = z.object({ errcode: z.int(), message: z.string() });

/** Columns of a table in which another row has the same values. */
export interface Conflict {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Returns what a statement failed at that would have added what is there already, null for any other error. Two equal
 * requests at once both find nothing there; one of them is the second to write.
 */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof Error)) return null;
  const read = sqliteError.safeParse({ errcode: Reflect.get(error, "errcode"), message: error.message });
  if (!read.success || !uniqueCodes.has(read.data.errcode)) return null;
  const names = /constraint failed: (.+)$/.exec(read.data.message)?.[1]?.split(", ") ?? [];
  const columns = names.map((name) => name.slice(name.indexOf(".") + 1));
  return { table: names[0]?.split(".")[0] ?? "", columns };
}
