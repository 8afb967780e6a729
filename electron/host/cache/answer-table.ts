import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { openDatabase } from "../storage/database.ts";

/** An answer as it goes into the table. */
export interface StoredAnswer {
  readonly account: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** When the service last confirmed it, ms since 1970. */
  readonly checkedAt: number;
}

const headRow = z.object({ headers: z.string(), checked_at: z.number() });
const bodyRow = z.object({ body: z.instanceof(Uint8Array<ArrayBuffer>) });
const headerList = z.array(z.tuple([z.string(), z.string()]));
const schema = `CREATE TABLE IF NOT EXISTS answer (
  account TEXT NOT NULL, path TEXT NOT NULL, headers TEXT NOT NULL, checked_at INTEGER NOT NULL,
  size INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (account, path)) STRICT;
  CREATE INDEX IF NOT EXISTS answer_by_age ON answer (checked_at, size);`;
/** What a row takes beside its body, in bytes, so that many tiny answers count too. */
const overhead = 512;
/** Rows that one trim may drop; the next goes on. */
const trimmedAtOnce = 5000;

/** The table of `cache.db`. */
export class AnswerTable {
  readonly #database: DatabaseSync;
  readonly #statements: Record<
    "head" | "body" | "put" | "confirm" | "delete" | "oldest" | "drop" | "size",
    StatementSync
  >;

  constructor(path: string) {
    this.#database = openDatabase(path, "off", schema);
    const prepare = (text: string) => this.#database.prepare(text);
    this.#statements = {
      head: prepare("SELECT headers, checked_at FROM answer WHERE account = ? AND path = ?"),
      body: prepare("SELECT body FROM answer WHERE account = ? AND path = ?"),
      put: prepare(
        "INSERT OR REPLACE INTO answer (account, path, headers, checked_at, size, body) VALUES (?, ?, ?, ?, ?, ?)",
      ),
      confirm: prepare("UPDATE answer SET checked_at = ? WHERE account = ? AND path = ?"),
      delete: prepare("DELETE FROM answer WHERE account = ? AND path = ?"),
      oldest: prepare("SELECT rowid, size FROM answer ORDER BY checked_at LIMIT ?"),
      drop: prepare("DELETE FROM answer WHERE rowid = ?"),
      size: prepare("SELECT total(size) AS size FROM answer"),
    };
  }

  head(account: string, path: string): Pick<StoredAnswer, "headers" | "checkedAt"> | undefined {
    const found = this.#statements.head.get(account, path);
    if (!found) return undefined;
    const { headers, checked_at } = headRow.parse(found);
    return { headers: new Headers(headerList.parse(JSON.parse(headers))), checkedAt: checked_at };
  }

  body(account: string, path: string): Uint8Array<ArrayBuffer> | undefined {
    const found = this.#statements.body.get(account, path);
    return found && bodyRow.parse(found).body;
  }

  /** Writes answers in one transaction. */
  put(answers: readonly StoredAnswer[]): void {
    this.#database.exec("BEGIN");
    for (const { account, path, headers, body, checkedAt } of answers) {
      const size = body.byteLength + overhead;
      this.#statements.put.run(account, path, JSON.stringify([...headers]), checkedAt, size, body);
    }
    this.#database.exec("COMMIT");
  }

  confirm(account: string, path: string, at: number): void {
    this.#statements.confirm.run(at, account, path);
  }

  delete(account: string, path: string): void {
    this.#statements.delete.run(account, path);
  }

  removeAccount(account: string): void {
    this.#database.prepare("DELETE FROM answer WHERE account = ?").run(account);
    this.#database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** Drops what was confirmed longest ago until at most `limit` bytes remain, and a tenth less once anything has to go. */
  trim(limit: number): void {
    const size = this.#size();
    if (size <= limit) return;
    let excess = size - limit * 0.9;
    this.#database.exec("BEGIN");
    for (const row of this.#statements.oldest.all(trimmedAtOnce)) {
      if (excess <= 0) break;
      this.#statements.drop.run(Number(row.rowid));
      excess -= Number(row.size);
    }
    this.#database.exec("COMMIT");
    this.#database.exec("PRAGMA incremental_vacuum");
  }

  #size(): number {
    return Number(this.#statements.size.get()?.size ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}
