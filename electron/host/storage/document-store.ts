import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { documentShape } from "../../../shared/documents/shapes.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { Collection, StoredDocument } from "../../../shared/host/documents.ts";
import { isWritable } from "../../system/connect-database.ts";
import { describeStorageProblem, type StorageProblem, storageProblemOf } from "../../system/storage-error.ts";
import { checkInput } from "../checks/input.ts";
import { notFoundError } from "../diagnostics/problems.ts";
import { openDatabase } from "./database.ts";
import { databaseFormats } from "./database-formats.ts";

/** Milliseconds between two attempts to write to a file that could only be read. */
const reopenEveryMs = 1_000;

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
  readonly #folder: string;
  #database: DatabaseSync;
  /** Milliseconds since the epoch of the last attempt to write to what could only be read. */
  #triedAt = 0;
  readonly #changed: (change: DocumentChange) => void;

  constructor(folder: string, changed: (change: DocumentChange) => void) {
    this.#changed = changed;
    this.#folder = folder;
    this.#database = this.#open();
  }

  #open = (): DatabaseSync =>
    openDatabase(join(this.#folder, "documents.db"), "full", databaseFormats["documents.db"], (database) =>
      database.exec(schema),
    );

  /** Newest first, without those that do not have the shape of their key or type, as other versions may have stored them. */
  list(collection: Collection): StoredDocument[] {
    return this.#database
      .prepare(
        "SELECT key, value, updated_at FROM document WHERE collection = ? ORDER BY updated_at DESC, key",
      )
      .all(collection)
      .flatMap((found) => toDocument(collection, found) ?? []);
  }

  /** Throws ProblemError `not_found`. */
  get(collection: Collection, key: string): StoredDocument {
    const found = this.#database
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
    this.#write((database) =>
      database
        .prepare("INSERT OR REPLACE INTO document (collection, key, value, updated_at) VALUES (?, ?, ?, ?)")
        .run(change.collection, change.key, JSON.stringify(value), new Date().toISOString()),
    );
    this.#changed(change);
  }

  /** Deletes a document, where there is one. Throws ProblemError with the reason where the disk cannot be written to. */
  delete(change: DocumentChange): void {
    const { changes } = this.#write((database) =>
      database
        .prepare("DELETE FROM document WHERE collection = ? AND key = ?")
        .run(change.collection, change.key),
    );
    if (Number(changes) > 0) this.#changed(change);
  }

  #write<T>(work: (database: DatabaseSync) => T): T {
    this.#reopen();
    try {
      // What is in memory alone would be lost with the process.
      if (this.#database.location() === null)
        throw unsaved(this.#folder, "disk_full", "no file could be made");
      return work(this.#database);
    } catch (error) {
      if (/too big/i.test(String(error))) throw tooLarge(error);
      const reason = storageProblemOf(error, this.#folder);
      throw reason === null ? error : unsaved(this.#folder, reason, String(error));
    }
  }

  /** Opens the file again that could only be read, or not at all, when Helve was started. */
  #reopen(): void {
    if (Date.now() - this.#triedAt < reopenEveryMs) return;
    if (this.#database.location() !== null && isWritable(this.#database)) return;
    this.#triedAt = Date.now();
    this.#database.close();
    this.#database = this.#open();
  }

  close(): void {
    this.#database.close();
  }
}

const unsaved = (folder: string, reason: StorageProblem, detail: string): ProblemError =>
  new ProblemError({
    code: "refused",
    message: `This could not be saved. ${describeStorageProblem(reason, folder)} What you typed is still here.`,
    reason,
    details: { folder },
    detail,
    changed: "no",
    retry: true,
  });

const tooLarge = (error: unknown): ProblemError =>
  new ProblemError({ code: "too_large", message: "This is too large to be saved.", detail: String(error) });

/** Returns a document in the shape of its key or type; undefined where it does not have that. */
function toDocument(collection: Collection, found: unknown): StoredDocument | undefined {
  const { key, value: text, updated_at } = row.parse(found);
  const value: StoredDocument["value"] = JSON.parse(text);
  const shape = documentShape(collection, key, value);
  const read = shape ? shape.safeParse(value) : { success: true, data: value };
  // Shapes have nothing that JSON has not.
  return read.success ? { key, value: read.data as StoredDocument["value"], updated_at } : undefined;
}
