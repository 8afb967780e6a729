import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { openDatabase } from "../storage/database.ts";

/** An answer as it was last known to be current. */
export interface CachedAnswer {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** When the service last confirmed it, ms since 1970. */
  readonly checkedAt: number;
}

const row = z.object({
  headers: z.string(),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
  checked_at: z.number(),
});
const headerList = z.array(z.tuple([z.string(), z.string()]));
const schema = `CREATE TABLE IF NOT EXISTS answer (
  account TEXT NOT NULL, path TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL,
  size INTEGER NOT NULL, checked_at INTEGER NOT NULL, PRIMARY KEY (account, path)) STRICT;
  CREATE INDEX IF NOT EXISTS answer_by_age ON answer (checked_at, size);`;
/** Row overhead in bytes, so that many tiny answers count too. */
const overhead = 512;

/** Answers to reads on disk, for conditional requests and for reading offline. Holds no token. */
export class ResponseCache {
  readonly #database: DatabaseSync;
  readonly #limit: () => number;
  #size: number;

  /** `limit` in bytes; 0 keeps nothing. */
  constructor(folder: string, limit: () => number) {
    this.#database = openDatabase(join(folder, "cache.db"), "off", schema);
    this.#limit = limit;
    this.#size = this.#measure();
  }

  get(account: string, path: string): CachedAnswer | undefined {
    const found = this.#database
      .prepare("SELECT headers, body, checked_at FROM answer WHERE account = ? AND path = ?")
      .get(account, path);
    if (!found) return undefined;
    const { headers, body, checked_at } = row.parse(found);
    return { headers: new Headers(headerList.parse(JSON.parse(headers))), body, checkedAt: checked_at };
  }

  put(account: string, path: string, headers: Headers, body: Uint8Array): void {
    const size = body.byteLength + overhead;
    if (size > this.#limit()) return;
    this.delete(account, path);
    this.#database
      .prepare(
        "INSERT INTO answer (account, path, headers, body, size, checked_at) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(account, path, JSON.stringify([...headers]), body, size, Date.now());
    this.#size += size;
    if (this.#size > this.#limit()) this.trim();
  }

  /** The service said that the answer still holds. */
  confirm(account: string, path: string): void {
    this.#database
      .prepare("UPDATE answer SET checked_at = ? WHERE account = ? AND path = ?")
      .run(Date.now(), account, path);
  }

  delete(account: string, path: string): void {
    const gone = this.#database
      .prepare("DELETE FROM answer WHERE account = ? AND path = ? RETURNING size")
      .get(account, path);
    this.#size -= Number(gone?.size ?? 0);
  }

  removeAccount(account: string): void {
    this.#database.prepare("DELETE FROM answer WHERE account = ?").run(account);
    this.#size = this.#measure();
    this.#database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** Drops what was looked at longest ago until nine tenths of the limit remain. */
  trim(): void {
    const target = this.#limit() * 0.9;
    const oldest = this.#database.prepare(
      "DELETE FROM answer WHERE rowid IN (SELECT rowid FROM answer ORDER BY checked_at LIMIT 50)",
    );
    while (this.#size > target && Number(oldest.run().changes) > 0) this.#size = this.#measure();
    this.#database.exec("PRAGMA incremental_vacuum");
  }

  #measure(): number {
    return Number(this.#database.prepare("SELECT total(size) AS size FROM answer").get()?.size ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}
