import type { SQLInputValue } from "node:sqlite";

/** The service's metadata: one SQLite database in WAL mode. SQL is written in this folder only. */
export interface Store {
  /** Absolute path of the folder with the database and `repositories/`. */
  readonly folder: string;
  /** Absolute path of the folder with the repositories. */
  readonly repositories: string;
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
