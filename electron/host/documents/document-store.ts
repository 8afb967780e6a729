import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type { Collection, StoredDocument } from "../../../shared/host/documents.ts";
import { openDatabase } from "../storage/database.ts";

const row = z.object({ key: z.string(), value: z.string(), updated_at: z.string() });
const schema = `CREATE TABLE IF NOT EXISTS document (
  collection TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (collection, key)) STRICT, WITHOUT ROWID;`;

/** Small JSON documents in SQLite, each write synced before its response. */
export class DocumentStore {
  readonly #database: DatabaseSync;

  constructor(folder: string) {
    this.#database = openDatabase(join(folder, "documents.db"), "full", (database) => database.exec(schema));
  }

  /** Newest first. */
  list(collection: Collection): StoredDocument[] {
    return this.#database
      .prepare(
        "SELECT key, value, updated_at FROM document WHERE collection = ? ORDER BY updated_at DESC, key",
      )
      .all(collection)
      .map(toDocument);
  }

  get(collection: Collection, key: string): StoredDocument | undefined {
    const found = this.#database
      .prepare("SELECT key, value, updated_at FROM document WHERE collection = ? AND key = ?")
      .get(collection, key);
    return found && toDocument(found);
  }

  /** Throws ProblemError `too_large` when the disk is full. */
  put(collection: Collection, key: string, value: unknown): void {
    try {
      this.#database
        .prepare("INSERT OR REPLACE INTO document (collection, key, value, updated_at) VALUES (?, ?, ?, ?)")
        .run(collection, key, JSON.stringify(value), new Date().toISOString());
    } catch (error) {
      if (!/disk is full|too big/i.test(String(error))) throw error;
      throw new ProblemError({
        code: "too_large",
        message:
          "The disk is full, so this could not be saved. Free some space; what you typed is still here.",
        detail: String(error),
        retry: true,
      });
    }
  }

  /** Deletes a document. Returns whether there was one. */
  delete(collection: Collection, key: string): boolean {
    const statement = this.#database.prepare("DELETE FROM document WHERE collection = ? AND key = ?");
    return Number(statement.run(collection, key).changes) > 0;
  }

  close(): void {
    this.#database.close();
  }
}

function toDocument(value: unknown): StoredDocument {
  const { key, value: text, updated_at } = row.parse(value);
  return { key, value: JSON.parse(text), updated_at };
}
