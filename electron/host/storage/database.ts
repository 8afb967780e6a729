import { renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { connectDatabase, versionOf } from "../../system/connect-database.ts";
import { NewerData } from "../../system/data-format.ts";
import { isStorageError } from "../../system/storage-error.ts";
import { newerDatabase } from "./database-formats.ts";
import { touchPrivate } from "./private-file.ts";

/**
 * Opens a SQLite file of mode 0600 in WAL mode and runs `migrate`, which creates its tables. `full`: a commit is on disk before the call returns;
 * `off`: a power cut may lose what was written last. A damaged file is put aside as `.broken`. On a disk that is full or
 * read-only what is there can be read; where nothing is there, the database is in memory and empty. Throws NewerData for
 * one whose `user_version` is above `format`.
 */
export function openDatabase(
  path: string,
  synchronous: "full" | "off",
  format: number,
  migrate: (database: DatabaseSync) => void,
): DatabaseSync {
  try {
    touchWhereWritable(path);
    return prepare(path, synchronous, format, migrate);
  } catch (error) {
    if (error instanceof NewerData) throw error;
    // The file is as good as before.
    if (isStorageError(error)) return inMemory(migrate);
    renameSync(path, `${path}.broken`);
    for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
    touchPrivate(path);
    return prepare(path, synchronous, format, migrate);
  }
}

/** Makes a file private where that is possible: one on a disk that cannot be written to can be read. */
function touchWhereWritable(path: string): void {
  try {
    touchPrivate(path);
  } catch (error) {
    if (!isStorageError(error)) throw error;
  }
}

function prepare(
  path: string,
  synchronous: "full" | "off",
  format: number,
  migrate: (database: DatabaseSync) => void,
): DatabaseSync {
  const database = connectDatabase(path, {
    writable: "PRAGMA auto_vacuum = INCREMENTAL",
    always: `PRAGMA synchronous = ${synchronous}`,
    check: (database) => {
      const version = versionOf(database);
      if (version > format) throw newerDatabase(path, version, format);
    },
  });
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function inMemory(migrate: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  migrate(database);
  return database;
}
