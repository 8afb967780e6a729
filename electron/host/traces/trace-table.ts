import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { whereWritable } from "../../system/storage-error.ts";
import { openDatabase } from "../storage/database.ts";

const row = z.object({
  generation: z.string(),
  account: z.string(),
  job: z.int(),
  size: z.int(),
  complete: z.int().transform((value) => value === 1),
  usedAt: z.int(),
});

/** A trace on disk. Its bytes are in the file that is named after the generation. */
export interface StoredTraceRow {
  readonly generation: string;
  readonly account: string;
  readonly job: number;
  /** Bytes, as they were counted when it was last recorded. */
  readonly size: number;
  readonly complete: boolean;
  /** Time of the last request, ms since 1970. */
  readonly usedAt: number;
}

const schema = `CREATE TABLE IF NOT EXISTS trace (
  account TEXT NOT NULL, job INTEGER NOT NULL, generation TEXT NOT NULL, size INTEGER NOT NULL,
  complete INTEGER NOT NULL, used_at INTEGER NOT NULL, PRIMARY KEY (account, job)) STRICT;`;
const columns = "generation, account, job, size, complete, used_at AS usedAt";

/** The list of stored traces, in SQLite. */
export class TraceTable {
  readonly #database: DatabaseSync;
  readonly #statements: Record<"find" | "list" | "put" | "delete" | "total", StatementSync>;

  constructor(path: string) {
    this.#database = openDatabase(path, "off", 0, (database) => database.exec(schema));
    const prepare = (text: string) => this.#database.prepare(text);
    this.#statements = {
      find: prepare(`SELECT ${columns} FROM trace WHERE account = ? AND job = ?`),
      list: prepare(`SELECT ${columns} FROM trace ORDER BY used_at`),
      put: prepare(
        "INSERT OR REPLACE INTO trace (generation, account, job, size, complete, used_at) VALUES (?, ?, ?, ?, ?, ?)",
      ),
      delete: prepare("DELETE FROM trace WHERE generation = ?"),
      total: prepare("SELECT coalesce(sum(size), 0) AS size FROM trace"),
    };
  }

  /** Whether the list is on disk: else it is empty, and lost with the process. */
  get isStored(): boolean {
    return this.#database.location() !== null;
  }

  find(account: string, job: number): StoredTraceRow | undefined {
    const found = this.#statements.find.get(account, job);
    return found && row.parse(found);
  }

  /** Returns all, the least recently used first. */
  list(): StoredTraceRow[] {
    return this.#statements.list.all().map((found) => row.parse(found));
  }

  /** Records a trace in place of an earlier one of the same job. */
  put({ generation, account, job, size, complete, usedAt }: StoredTraceRow): void {
    whereWritable(() => this.#statements.put.run(generation, account, job, size, complete ? 1 : 0, usedAt));
  }

  delete(generation: string): void {
    whereWritable(() => this.#statements.delete.run(generation));
  }

  /** Bytes of all. */
  get size(): number {
    return Number(this.#statements.total.get()?.size ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}
