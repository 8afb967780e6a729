import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type { Collection, StoredDocument } from "../../../shared/host/documents.ts";
import { notFoundError } from "../problems.ts";
import { openDatabase } from "../storage/database.ts";

const row = z.object({ key: z.string(), value: z.string(), updated_at: z.string() });
const schema = `CREATE TABLE IF NOT EXISTS document (
  collection TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (collection, key)) STRICT, WITHOUT ROWID;`;

/** A document that was written or deleted. */
export interface DocumentChange {
  readonly collection: Collection;
  readonly key: string;
  /** The window that changed it, where it names itself. */
  readonly window?: string;
}

/** Small JSON documents in SQLite, each write synced before its response. */
export class DocumentStore {
  readonly #database: DatabaseSync;
  readonly #changed: (change: DocumentChange) => void;

  constructor(folder: string, changed: (change: DocumentChange) => void) {
    this.#changed = changed;
    this.#database = openDatabase(join(folder, "documents.db"), "full", 0, (database) =>
      database.exec(schema),
    );
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

  /** Throws ProblemError `not_found`. */
  get(collection: Collection, key: string): StoredDocument {
    const found = this.#database
      .prepare("SELECT key, value, updated_at FROM document WHERE collection = ? AND key = ?")
      .get(collection, key);
    if (!found) throw notFoundError("This document");
    return toDocument(found);
  }

  /** Throws ProblemError `too_large` when the disk is full. */
  put({ value, ...change }: DocumentChange & { readonly value?: unknown }): void {
    try {
      this.#database
        .prepare("INSERT OR REPLACE INTO document (collection, key, value, updated_at) VALUES (?, ?, ?, ?)")
        .run(change.collection, change.key, JSON.stringify(value), new Date().toISOString());
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
    this.#changed(change);
  }

  /** Deletes a document, where there is one. */
  delete(change: DocumentChange): void {
    const statement = this.#database.prepare("DELETE FROM document WHERE collection = ? AND key = ?");
    if (Number(statement.run(change.collection, change.key).changes) > 0) this.#changed(change);
  }

  close(): void {
    this.#database.close();
  }
}

function toDocument(value: unknown): StoredDocument {
  const { key, value: text, updated_at } = row.parse(value);
  return { key, value: JSON.parse(text), updated_at };
}
