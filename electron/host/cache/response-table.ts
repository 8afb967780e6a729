import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { isStorageError, whereWritable } from "../../system/storage-error.ts";
import { openDatabase } from "../storage/database.ts";
import { databaseFormats } from "../storage/database-formats.ts";
import type { CacheBatch } from "./cache-writer.ts";

/** Format of `cache.db`, its `user_version`. */
const cacheFormat = databaseFormats["cache.db"];

const schema = `CREATE TABLE IF NOT EXISTS response (
  account TEXT NOT NULL, path TEXT NOT NULL, headers TEXT NOT NULL, checked_at INTEGER NOT NULL,
  size INTEGER NOT NULL, body BLOB NOT NULL, checked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account, path)) STRICT;
  CREATE INDEX IF NOT EXISTS response_by_age ON response (checked_at, size);
  CREATE TABLE IF NOT EXISTS pin (
  account TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, pinned_at INTEGER NOT NULL,
  PRIMARY KEY (account, path, name)) STRICT, WITHOUT ROWID;`;

/** Creates the tables of `cache.db`. What has an older format is emptied: it may contain secrets. */
function migrateResponses(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  try {
    database.exec("BEGIN IMMEDIATE");
  } catch (error) {
    // On a disk that is read-only the responses can be read all the same.
    if (version === cacheFormat && isStorageError(error)) return;
    throw error;
  }
  try {
    if (version < cacheFormat) {
      const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      for (const { name } of names) database.exec(`DROP TABLE "${name}"`);
      database.exec(`PRAGMA user_version = ${cacheFormat}`);
    }
    database.exec(`${schema} COMMIT`);
  } catch (error) {
    // SQLite itself rolls back on a full disk.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
  if (version < cacheFormat) database.exec("VACUUM");
}

/** A stored response without its body. */
interface StoredHead {
  readonly headers: Headers;
  /** Time of the service's last confirmation, ms since 1970. */
  readonly checkedAt: number;
  /** Whether it passed the checks of this version before it was written. */
  readonly isChecked: boolean;
}

const pinnedRow = z.object({
  name: z.string(),
  responses: z.number(),
  bytes: z.number(),
  pinnedAt: z.number(),
});
const headRow = z.object({ headers: z.string(), checked_at: z.number(), checked: z.number() });
/** Responses that are pinned under one name, beyond the limit and whatever their age. */
export interface PinnedResponses {
  readonly name: string;
  readonly responses: number;
  readonly bytes: number;
  /** Time at which one was last pinned, ms since 1970. */
  readonly pinnedAt: number;
}

const bodyRow = z.object({ body: z.instanceof(Uint8Array<ArrayBuffer>) });
const pathRow = z.object({ path: z.string(), body: z.instanceof(Uint8Array<ArrayBuffer>) });
const headerList = z.array(z.tuple([z.string(), z.string()]));
/** Version of the checks that a response passes before it is written. */
const checksVersion = 1;
const isPinnedSql =
  "EXISTS (SELECT 1 FROM pin WHERE pin.account = response.account AND pin.path = response.path)";
/** Bytes of a row beside its body, so that many tiny responses count too. */
const rowOverheadBytes = 512;
/** Responses under one path that are listed, and bytes of the largest. */
const maxListed = 20;
const maxListedBytes = 4 * 1024 * 1024;
/** Rows that one trim may drop; the next one continues. */
const maxTrimmedRows = 5000;

/** The table of `cache.db`. On a disk that cannot be written to nothing is written, and nothing fails. */
export class ResponseTable {
  readonly #database: DatabaseSync;
  readonly #statements: Record<
    | "head"
    | "body"
    | "below"
    | "put"
    | "confirm"
    | "delete"
    | "oldest"
    | "drop"
    | "size"
    | "pin"
    | "isPinned"
    | "markChecked"
    | "clear"
    | "total"
    | "listPinned"
    | "unpin",
    StatementSync
  >;

  constructor(path: string) {
    this.#database = openDatabase(path, "off", cacheFormat, migrateResponses);
    const prepare = (text: string) => this.#database.prepare(text);
    this.#statements = {
      head: prepare("SELECT headers, checked_at, checked FROM response WHERE account = ? AND path = ?"),
      body: prepare("SELECT body FROM response WHERE account = ? AND path = ?"),
      below: prepare(
        `SELECT path, body FROM response WHERE account = ?1 AND (path = ?2 OR path > ?2 || '?' AND path < ?2 || '@')
        AND size < ${maxListedBytes} ORDER BY checked_at DESC LIMIT ${maxListed}`,
      ),
      put: prepare(
        "INSERT OR REPLACE INTO response (account, path, headers, checked_at, size, body, checked) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ),
      confirm: prepare("UPDATE response SET checked_at = ? WHERE account = ? AND path = ?"),
      delete: prepare("DELETE FROM response WHERE account = ? AND path = ?"),
      oldest: prepare(
        `SELECT rowid, size FROM response WHERE NOT ${isPinnedSql} ORDER BY checked_at LIMIT ?`,
      ),
      drop: prepare("DELETE FROM response WHERE rowid = ?"),
      size: prepare(
        `SELECT (SELECT total(size) FROM response) - (SELECT total(size) FROM response JOIN
        (SELECT DISTINCT account, path FROM pin) USING (account, path)) AS size`,
      ),
      pin: prepare("INSERT OR REPLACE INTO pin (account, path, name, pinned_at) VALUES (?, ?, ?, ?)"),
      isPinned: prepare("SELECT 1 FROM pin WHERE account = ? AND path = ? LIMIT 1"),
      listPinned: prepare(
        `SELECT name, count(size) AS responses, total(size) AS bytes, max(pinned_at) AS pinnedAt
        FROM pin LEFT JOIN response USING (account, path) WHERE account = ? GROUP BY name ORDER BY pinnedAt DESC`,
      ),
      markChecked: prepare(`UPDATE response SET checked = ${checksVersion} WHERE account = ? AND path = ?`),
      clear: prepare(`DELETE FROM response WHERE NOT ${isPinnedSql}`),
      total: prepare("SELECT total(size) AS size FROM response"),
      unpin: prepare("DELETE FROM pin WHERE account = ? AND name = ?"),
    };
  }

  /** Whether another connection can write to the same table meanwhile: not in memory, nor on a full disk. */
  get isShared(): boolean {
    const { locking_mode } = this.#database.prepare("PRAGMA locking_mode").get() ?? {};
    return this.#database.location() !== null && locking_mode === "normal";
  }

  head(account: string, path: string): StoredHead | undefined {
    const found = this.#statements.head.get(account, path);
    if (!found) return undefined;
    const { headers, checked_at, checked } = headRow.parse(found);
    return {
      headers: new Headers(headerList.parse(JSON.parse(headers))),
      checkedAt: checked_at,
      isChecked: checked >= checksVersion,
    };
  }

  /** Records that the response passed the checks. */
  markChecked(account: string, path: string): void {
    whereWritable(() => this.#statements.markChecked.run(account, path));
  }

  /** Drops all that is not pinned and frees its space. */
  clear(): void {
    this.#statements.clear.run();
    whereWritable(() => this.#database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  /** Bytes of all responses. */
  get size(): number {
    return Number(this.#statements.total.get()?.size ?? 0);
  }

  body(account: string, path: string): Uint8Array<ArrayBuffer> | undefined {
    const found = this.#statements.body.get(account, path);
    return found && bodyRow.parse(found).body;
  }

  /** Returns the responses of a path with any query, the newest first. */
  listBelow(account: string, path: string): z.output<typeof pathRow>[] {
    return this.#statements.below.all(account, path).map((row) => pathRow.parse(row));
  }

  /** Makes the changes of a batch in one transaction, and trims the table. */
  write({ responses, confirmed, limit }: CacheBatch): void {
    this.#inTransaction(() => {
      for (const { account, path, headers, body, checkedAt } of responses) {
        const size = body.byteLength + rowOverheadBytes;
        this.#statements.put.run(
          account,
          path,
          JSON.stringify([...headers]),
          checkedAt,
          size,
          body,
          checksVersion,
        );
      }
      for (const { account, path, checkedAt } of confirmed)
        this.#statements.confirm.run(checkedAt, account, path);
    });
    if (limit !== null) this.trim(limit);
  }

  /** Writes all or nothing; nothing also where the disk has no space. */
  #inTransaction(work: () => void): void {
    whereWritable(() => {
      this.#database.exec("BEGIN");
      try {
        work();
        this.#database.exec("COMMIT");
      } catch (error) {
        // SQLite itself rolls back on a full disk.
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  delete(account: string, path: string): void {
    whereWritable(() => this.#statements.delete.run(account, path));
  }

  removeAccount(account: string): void {
    for (const table of ["response", "pin"])
      this.#database.prepare(`DELETE FROM ${table} WHERE account = ?`).run(account);
    this.#database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
  }

  pin(account: string, path: string, name: string, at: number): void {
    this.#statements.pin.run(account, path, name, at);
  }

  isPinned(account: string, path: string): boolean {
    return this.#statements.isPinned.get(account, path) !== undefined;
  }

  /** Returns the pinned responses of an account by name, the newest first. */
  listPinned(account: string): PinnedResponses[] {
    return this.#statements.listPinned.all(account).map((row) => pinnedRow.parse(row));
  }

  /** Unpins the responses of a name. */
  unpin(account: string, name: string): void {
    this.#statements.unpin.run(account, name);
  }

  /**
   * Deletes unpinned responses, those confirmed longest ago first, until at most `limit` bytes of them remain; once any
   * is deleted, a tenth less than that.
   */
  trim(limit: number): void {
    const size = this.#size();
    if (size <= limit) return;
    let excess = size - limit * 0.9;
    this.#inTransaction(() => {
      for (const row of this.#statements.oldest.all(maxTrimmedRows)) {
        if (excess <= 0) break;
        this.#statements.drop.run(Number(row.rowid));
        excess -= Number(row.size);
      }
    });
    whereWritable(() => this.#database.exec("PRAGMA incremental_vacuum"));
  }

  #size(): number {
    return Number(this.#statements.size.get()?.size ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}
