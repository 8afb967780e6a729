import { renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { touchPrivate } from "./private-file.ts";

/**
 * Opens a SQLite file of mode 0600 in WAL mode and runs `migrate`, which creates its tables. `full`: a commit is on disk before the call returns;
 * `off`: a power cut may lose what was written last. A damaged file is put aside as `.broken`.
 */
export function openDatabase(
  path: string,
  synchronous: "full" | "off",
  migrate: (database: DatabaseSync) => void,
): DatabaseSync {
  touchPrivate(path);
  try {
    return prepare(path, synchronous, migrate);
  } catch {
    renameSync(path, `${path}.broken`);
    for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
    touchPrivate(path);
    return prepare(path, synchronous, migrate);
  }
}

function prepare(
  path: string,
  synchronous: "full" | "off",
  migrate: (database: DatabaseSync) => void,
): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec(
      `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`,
    );
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
