import { type BigIntStats, constants, type Dirent, lstatSync } from "node:fs";
// As a value, so that tests can replace its calls.
import fs from "node:fs/promises";

export type { BigIntStats as FileStats, Dirent as FolderEntry } from "node:fs";

/**
 * Stats of files in folders that Helve does not own, for the check before each request, where {@link ForeignFolder} would
 * cost too much. They are compared and never lead to an open file: the last part of a path is not followed, and a folder
 * above that becomes a link changes a time that is compared, too.
 */
export const statsNow = (paths: readonly string[]): (BigIntStats | undefined)[] =>
  paths.map((path) => {
    try {
      return lstatSync(path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      return isNothing(error);
    }
  });

/** Returns undefined where nothing can be at a path. Throws other errors. */
function isNothing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && nothing.has(String(error.code))) return undefined;
  throw error;
}

/** Codes of the system where a file is not there, or has something else than a folder above it. */
const nothing: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** {@link statsNow} of one file, without blocking the process. */
export const statLater = (path: string): Promise<BigIntStats | undefined> =>
  fs.lstat(path, { bigint: true }).catch(isNothing);

/** Returns the entries of a folder, none where it cannot be read. */
export const entriesLater = (path: string): Promise<Dirent[]> =>
  fs.readdir(path, { withFileTypes: true }).catch(() => []);

/** Use of a file or folder; `search` is to read a folder and what is in it. */
export type FileUse = "exist" | "read" | "search" | "write";

const modes: Readonly<Record<FileUse, number>> = {
  exist: constants.F_OK,
  read: constants.R_OK,
  search: constants.R_OK | constants.X_OK,
  write: constants.W_OK,
};

/** Returns the system's code of why a file or folder cannot be used; null where it can. A link is itself used. */
export const accessErrorOf = async (path: string, use: FileUse): Promise<string | null> => {
  try {
    if (!(await fs.lstat(path)).isSymbolicLink()) await fs.access(path, modes[use]);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "EIO";
  }
};

/** Returns the number of the type of the file system that a folder is on, as `statfs` reports it. */
export const volumeTypeOf = async (folder: string): Promise<number> => (await fs.statfs(folder)).type;
