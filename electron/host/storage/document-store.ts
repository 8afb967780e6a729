import { z } from "zod";
import { documentShape } from "../../../shared/documents/shapes.ts";
import type { Collection, StoredDocument } from "../../../shared/host/documents.ts";
import { checkInput } from "../checks/input.ts";
import { notFoundError } from "../diagnostics/problems.ts";
import { DurableDatabase } from "./durable-database.ts";

const row = z.object({ key: z.string(), value: z.string(), updated_at: z.string() });
const schema = `CREATE TABLE IF NOT EXISTS document (
  collection TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (collection, key)) STRICT, WITHOUT ROWID;`;

/** A document that was written or deleted. */
interface DocumentChange {
  readonly collection: Collection;
  readonly key: string;
  /** The window that changed it, where it names itself. */
  readonly window?: string;
}

/** Small JSON documents in SQLite, each write synced before its response. */
export class DocumentStore {
  readonly #database: DurableDatabase;
  readonly #changed: (change: DocumentChange) => void;

  constructor(folder: string, changed: (change: DocumentChange) => void) {
    this.#changed = changed;
    this.#database = new DurableDatabase(folder, {
      name: "documents.db",
      schema,
      unsaved: "What you typed is still here.",
    });
  }

  /** Newest first, without those that do not have the shape of their key or type, as other versions may have stored them. */
  list(collection: Collection): StoredDocument[] {
    return this.#database.reader
      .prepare(
        "SELECT key, value, updated_at FROM document WHERE collection = ? ORDER BY updated_at DESC, key",
      )
      .all(collection)
      .flatMap((found) => toDocument(collection, found) ?? []);
  }

  /** Throws ProblemError `not_found`. */
  get(collection: Collection, key: string): StoredDocument {
    const found = this.#database.reader
      .prepare("SELECT key, value, updated_at FROM document WHERE collection = ? AND key = ?")
      .get(collection, key);
    const document = found && toDocument(collection, found);
    if (!document) throw notFoundError("This document");
    return document;
  }

  /**
   * Throws ProblemError with the reason where the disk cannot be written to, `too_large` for what SQLite cannot hold, and
   * `invalid_input` for a value that does not have the shape of its key or type: no window could read it.
   */
  put({ value, ...change }: DocumentChange & { readonly value?: unknown }): void {
    const shape = documentShape(change.collection, change.key, value);
    if (shape) checkInput(shape, value);
    this.#database.write((database) =>
      database
        .prepare("INSERT OR REPLACE INTO document (collection, key, value, updated_at) VALUES (?, ?, ?, ?)")
        .run(change.collection, change.key, JSON.stringify(value), new Date().toISOString()),
    );
    this.#changed(change);
  }

  /** Deletes a document, where there is one. Throws ProblemError with the reason where the disk cannot be written to. */
  delete(change: DocumentChange): void {
    const { changes } = this.#database.write((database) =>
      database
        .prepare("DELETE FROM document WHERE collection = ? AND key = ?")
        .run(change.collection, change.key),
    );
    if (Number(changes) > 0) this.#changed(change);
  }

  close(): void {
    this.#database.close();
  }
}

/** Returns a document in the shape of its key or type; undefined where it does not have that. */
function toDocument(collection: Collection, found: unknown): StoredDocument | undefined {
  const { key, value: text, updated_at } = row.parse(found);
  const value: StoredDocument["value"] = JSON.parse(text);
  const shape = documentShape(collection, key, value);
  const read = shape ? shape.safeParse(value) : { success: true, data: value };
  // Shapes have nothing that JSON has not.
  return read.success ? { key, value: read.data as StoredDocument["value"], updated_at } : undefined;
}
