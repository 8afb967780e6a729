import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { NewerData } from "../../system/data-format.ts";

/** Formats (`user_version`) of the host's databases: raised where an older Helve would misread one. */
export const databaseFormats = {
  "cache.db": 2,
  "documents.db": 0,
  "publishes.db": 0,
  "tests.db": 0,
  "traces.db": 0,
} as const;

/** Throws NewerData where a database of the host's folder is of a newer version, without opening any: that takes longer. */
export function checkDatabaseFormats(folder: string): void {
  for (const [name, format] of Object.entries(databaseFormats)) {
    const path = join(folder, name);
    const version = versionInHeader(path);
    if (version > format) throw newerDatabase(path, version, format);
  }
}

/** Returns the error for a database whose format this version does not know. */
export const newerDatabase = (path: string, version: number, format: number): NewerData =>
  new NewerData(`The file ${path} (format ${version}; this version knows ${format})`);

/** Place of `user_version` in an SQLite file, big-endian (https://sqlite.org/fileformat.html). */
const versionOffset = 60;

/** Returns the `user_version` of a database file; 0 where it cannot be read, which opening it reports. */
function versionInHeader(path: string): number {
  const bytes = Buffer.alloc(4);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, bytes, 0, bytes.length, versionOffset);
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
  return bytes.readUInt32BE();
}
