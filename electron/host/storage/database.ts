import { renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { touchPrivate } from "./private-file.ts";

/**
 * Opens a SQLite file of mode 0600 in WAL mode and runs `schema`. `full`: a commit is on disk before the call returns;
 * `off`: a power cut may lose what was written last. A damaged file is put aside as `.broken`.
 */
export function openDatabase(path: string, synchronous: "full" | "off", schema: string): DatabaseSync {
  touchPrivate(path);
  try {
    return prepare(path, synchronous, schema);
  } catch {
    renameSync(path, `${path}.broken`);
    for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
    touchPrivate(path);
    return prepare(path, synchronous, schema);
  }
}

function prepare(path: string, synchronous: "full" | "off", schema: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec(
      `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; ${schema}`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
