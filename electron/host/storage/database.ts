import { renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { NewerData } from "../../system/data-format.ts";
import { touchPrivate } from "./private-file.ts";

/**
 * Opens a SQLite file of mode 0600 in WAL mode and runs `migrate`, which creates its tables. `full`: a commit is on disk before the call returns;
 * `off`: a power cut may lose what was written last. A damaged file is put aside as `.broken`. Throws NewerData for one
 * whose `user_version` is above `format`.
 */
export function openDatabase(
  path: string,
  synchronous: "full" | "off",
  format: number,
  migrate: (database: DatabaseSync) => void,
): DatabaseSync {
  touchPrivate(path);
  try {
    return prepare(path, synchronous, format, migrate);
  } catch (error) {
    if (error instanceof NewerData) throw error;
    renameSync(path, `${path}.broken`);
    for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
    touchPrivate(path);
    return prepare(path, synchronous, format, migrate);
  }
}

function prepare(
  path: string,
  synchronous: "full" | "off",
  format: number,
  migrate: (database: DatabaseSync) => void,
): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
    if (version > format)
      throw new NewerData(`The file ${path} (format ${version}; this version knows ${format})`);
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
