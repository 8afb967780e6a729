import type { DatabaseSync } from "node:sqlite";
import { isStorageError } from "../../system/storage-error.ts";

/** Format of `cache.db`, its `user_version`. */
export const cacheFormat = 2;

const schema = `CREATE TABLE IF NOT EXISTS response (
  account TEXT NOT NULL, path TEXT NOT NULL, headers TEXT NOT NULL, checked_at INTEGER NOT NULL,
  size INTEGER NOT NULL, body BLOB NOT NULL, checked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account, path)) STRICT;
  CREATE INDEX IF NOT EXISTS response_by_age ON response (checked_at, size);
  CREATE TABLE IF NOT EXISTS pin (
  account TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, pinned_at INTEGER NOT NULL,
  PRIMARY KEY (account, path, name)) STRICT, WITHOUT ROWID;`;

/** Creates the tables of `cache.db`, or migrates those of an older Helve. Responses of format 0 may contain secrets. */
export function migrateResponses(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  const hasTable = (name: string) =>
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
  try {
    database.exec("BEGIN IMMEDIATE");
  } catch (error) {
    // On a disk that is read-only the responses can be read all the same.
    if (version === cacheFormat && isStorageError(error)) return;
    throw error;
  }
  try {
    if (version < 1) database.exec("DROP TABLE IF EXISTS answer; DROP TABLE IF EXISTS response");
    if (version === 1) {
      if (hasTable("answer")) renameResponses(database);
      if (hasTable("kept")) renamePins(database);
    }
    // An older Helve creates its own tables in a newer file.
    database.exec("DROP TABLE IF EXISTS answer; DROP TABLE IF EXISTS kept");
    database.exec(
      `${schema} ${version === cacheFormat ? "" : `PRAGMA user_version = ${cacheFormat};`} COMMIT`,
    );
  } catch (error) {
    // SQLite itself rolls back on a full disk.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
  if (version < 1) database.exec("VACUUM");
}

/** Format 1 had other names, and its first files no column `checked`. */
function renameResponses(database: DatabaseSync): void {
  database.exec("ALTER TABLE answer RENAME TO response; DROP INDEX IF EXISTS answer_by_age");
  const columns = database.prepare("PRAGMA table_info(response)").all();
  if (columns.some(({ name }) => name === "checked")) return;
  database.exec("ALTER TABLE response ADD COLUMN checked INTEGER NOT NULL DEFAULT 0");
}

function renamePins(database: DatabaseSync): void {
  database.exec("ALTER TABLE kept RENAME TO pin; ALTER TABLE pin RENAME COLUMN kept_at TO pinned_at");
}
