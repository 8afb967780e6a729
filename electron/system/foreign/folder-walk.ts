import { type BigIntStats, constants, existsSync, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";

/** Fault of a path in a folder that Helve does not own. */
export type ForeignProblem = "link" | "not_plain" | "too_large" | "no_response" | "not_below" | "no_folder";

/** Makes the error of a path; `code` is for programs, the caller's sentence for people. */
export type RefuseForeign = (path: string, problem: ForeignProblem) => Error;

/** A path with one character for each byte, so that names need not be UTF-8. */
export type Bytes = string;

export const toBytes = (path: string | Buffer): Bytes => Buffer.from(path).toString("latin1");
export const fromBytes = (path: Bytes): Buffer => Buffer.from(path, "latin1");
const bytesText = (path: Bytes): string => fromBytes(path).toString();

/**
 * Linux resolves a name below an open folder as `/proc/self/fd/N/name`: nobody can replace the folder by a link in
 * between.
 */
const hasDescriptors = process.platform === "linux" && existsSync("/proc/self/fd");
/** Linux's flag for a descriptor that only names a file: opening one reads nothing, so that a device does nothing. */
const O_PATH = 0o10000000;
/** macOS' flag that refuses links at every part of a path. */
const O_NOFOLLOW_ANY = 0x20000000;
/** Windows knows none of these: there each part is examined before it is used. */
const noFollow =
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0) |
  (process.platform === "darwin" ? O_NOFOLLOW_ANY : 0);

/** Returns whether an error of the file system says that a path does not exist. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

/**
 * Calls `work` with the path of a folder below `root` by which its entries can be reached, and with null where the folder
 * is not there. No part is a link. `refuse` makes the error for one that is.
 */
export async function inFolder<T>(
  root: string,
  parts: readonly Bytes[],
  refuse: RefuseForeign,
  work: (folder: Bytes | null) => Promise<T>,
): Promise<T> {
  const handles: FileHandle[] = [];
  let here = toBytes(root);
  let shown = here;
  try {
    for (const [index, part] of ["", ...parts].entries()) {
      const path = index === 0 ? here : `${here}/${part}`;
      if (index > 0) shown = `${shown}/${part}`;
      const found = await enter(path);
      if (found === "absent") return await work(null);
      if (found === "link" || found === "not_plain") throw refuse(bytesText(shown), found);
      if (found !== "entered") handles.push(found);
      here = found === "entered" ? path : `/proc/self/fd/${found.fd}`;
    }
    return await work(here);
  } finally {
    for (const handle of handles) await handle.close();
  }
}

/** Opens a folder, or examines it where folders need not be open. */
async function enter(path: Bytes): Promise<FileHandle | "entered" | "link" | "not_plain" | "absent"> {
  try {
    if (hasDescriptors)
      return await open(fromBytes(path), O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const found = await lstat(fromBytes(path));
    return found.isDirectory() ? "entered" : inPlaceOfFolder(found);
  } catch (error) {
    if (!isAbsent(error) && !(error instanceof Error && "code" in error && error.code === "ELOOP"))
      throw error;
    const found = await lstat(fromBytes(path)).catch(() => null);
    return found === null ? "absent" : inPlaceOfFolder(found);
  }
}

/** Returns why what is in place of a folder cannot be entered; a plain file has nothing below it, so that it is `absent`. */
const inPlaceOfFolder = (found: Stats): "link" | "not_plain" | "absent" =>
  found.isSymbolicLink() ? "link" : found.isFile() || found.isDirectory() ? "absent" : "not_plain";

/**
 * Opens a plain file for reading by a path that {@link inFolder} led to. Null where it is not there. A pipe or device is
 * never opened.
 */
export async function openPlain(
  path: Bytes,
  shown: string,
  refuse: RefuseForeign,
): Promise<FileHandle | null> {
  const require = (found: BigIntStats) => {
    if (found.isSymbolicLink()) throw refuse(shown, "link");
    if (!found.isFile()) throw refuse(shown, "not_plain");
  };
  try {
    if (!hasDescriptors) {
      require(await lstat(fromBytes(path), { bigint: true }));
      const file = await open(fromBytes(path), constants.O_RDONLY | noFollow);
      return await checked(file, require);
    }
    const named = await open(fromBytes(path), O_PATH | constants.O_NOFOLLOW);
    try {
      require(await named.stat({ bigint: true }));
      return await open(`/proc/self/fd/${named.fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
    } finally {
      await named.close();
    }
  } catch (error) {
    if (isAbsent(error)) return null;
    if (error instanceof Error && "code" in error && error.code === "ELOOP") throw refuse(shown, "link");
    throw error;
  }
}

async function checked(file: FileHandle, require: (found: BigIntStats) => void): Promise<FileHandle> {
  try {
    require(await file.stat({ bigint: true }));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Path by which another call can open a file that is open already; null where the system has none. */
export const pathOfOpen = (file: FileHandle): string | null =>
  hasDescriptors ? `/proc/self/fd/${file.fd}` : null;

/** Returns where a path leads to, links followed: for paths that the user has named, and for names that are compared. */
export const followPath = (path: string): Promise<string> => realpath(path);
