import type { DatabaseSync } from "node:sqlite";

/** The service's metadata: one SQLite database in WAL mode. Queries live beside their table, in this folder. */
export interface Store {
  readonly database: DatabaseSync;
  /** Folder that holds the database and `repositories/`. */
  readonly folder: string;
}
