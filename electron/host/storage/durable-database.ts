import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ProblemError } from "../../../shared/errors.ts";
import { isWritable } from "../../system/connect-database.ts";
import { describeStorageProblem, type StorageProblem, storageProblemOf } from "../../system/storage-error.ts";
import { openDatabase } from "./database.ts";
import { databaseFormats } from "./database-formats.ts";

/** Milliseconds between two attempts to write to a file that could only be read. */
const reopenEveryMs = 1_000;

interface DatabaseOptions {
  readonly name: keyof typeof databaseFormats;
  readonly schema: string;
  /** Sentence for the user about what was not saved. */
  readonly unsaved: string;
}

/** A SQLite file of the host's folder whose writes are synced, and are refused with the reason where the disk takes none. */
export class DurableDatabase {
  readonly #folder: string;
  readonly #options: DatabaseOptions;
  #database: DatabaseSync;
  /** Milliseconds since the epoch of the last attempt to write to what could only be read. */
  #triedAt = 0;

  constructor(folder: string, options: DatabaseOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#database = this.#open();
  }

  #open(): DatabaseSync {
    const { name, schema } = this.#options;
    return openDatabase(join(this.#folder, name), "full", databaseFormats[name], (database) =>
      database.exec(schema),
    );
  }

  /** For reading; another one once the file could be opened to write. */
  get reader(): DatabaseSync {
    return this.#database;
  }

  /** Throws ProblemError with the reason where the disk cannot be written to, and `too_large` for what SQLite cannot hold. */
  write<T>(work: (database: DatabaseSync) => T): T {
    this.#reopen();
    try {
      // What is in memory alone would be lost with the process.
      if (this.#database.location() === null) throw this.#unsaved("disk_full", "no file could be made");
      return work(this.#database);
    } catch (error) {
      if (/too big/i.test(String(error))) throw tooLarge(error);
      const reason = storageProblemOf(error, this.#folder);
      throw reason === null ? error : this.#unsaved(reason, String(error));
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

  #unsaved(reason: StorageProblem, detail: string): ProblemError {
    return new ProblemError({
      code: "refused",
      message: `This could not be saved. ${describeStorageProblem(reason, this.#folder)} ${this.#options.unsaved}`,
      reason,
      details: { folder: this.#folder },
      detail,
      changed: "no",
      retry: true,
    });
  }

  close(): void {
    this.#database.close();
  }
}

const tooLarge = (error: unknown): ProblemError =>
  new ProblemError({ code: "too_large", message: "This is too large to be saved.", detail: String(error) });
