import { closeSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isStorageError } from "./storage-error.ts";

/** Milliseconds for which a lock of another process is waited for. */
const timeoutMs = 5_000;

/** Statements that each connection begins with. */
interface Settings {
  /** Run before the database is read, where it can be written. */
  readonly writable: string;
  readonly always: string;
  /** Throws where the database must not be used; called before anything of it is changed. */
  readonly check: (database: DatabaseSync) => void;
}

/** Ways to open a database, the best first. On a disk that is full or read-only the later ones still read it. */
const ways: readonly ((path: string, settings: Settings) => DatabaseSync)[] = [
  (path, { writable, always, check }) => {
    // SQLite gives the WAL and shared-memory files the mode of the database.
    closeSync(openSync(path, "a", 0o600));
    return opened(
      new DatabaseSync(path, { timeout: timeoutMs }),
      `${writable}; PRAGMA journal_mode = WAL; ${always}`,
      check,
    );
  },
  // The index of the WAL is in memory: there may be no room for its file.
  (path, { always, check }) =>
    opened(
      new DatabaseSync(path),
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; ${always}`,
      check,
    ),
  // What a killed process has left of the WAL is read where its index is there, too.
  (path, { always, check }) => opened(new DatabaseSync(path, { readOnly: true }), always, check),
  (path, { always, check }) => {
    // Without a WAL the database is all there is; with one, this would leave out what it has.
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
      throw new Error("there is a WAL");
    const url = pathToFileURL(path);
    url.searchParams.set("immutable", "1");
    return opened(new DatabaseSync(url, { readOnly: true }), always, check);
  },
];

/** Opens a database to write, or only to read where its disk is full, read-only or failing. */
export function connectDatabase(path: string, settings: Settings): DatabaseSync {
  let first: unknown;
  for (const open of ways) {
    try {
      return open(path, settings);
    } catch (error) {
      first ??= error;
      if (!isStorageError(first)) break;
    }
  }
  throw first;
}

/** Returns a database's `user_version`. */
export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);

/** Returns whether a database can be written to now. */
export function isWritable(database: DatabaseSync): boolean {
  try {
    // A connection that takes the file for unchangeable begins a transaction, too: something has to be written in it.
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${versionOf(database)}`);
    return true;
  } catch {
    return false;
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function opened(database: DatabaseSync, sql: string, check: Settings["check"]): DatabaseSync {
  try {
    database.exec(sql);
    check(database);
    // The schema is read now: an error would come with the first statement.
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
