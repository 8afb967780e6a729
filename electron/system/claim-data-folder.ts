import { accessSync, constants } from "node:fs";
import { checkDataFormat } from "./data-format.ts";
import { type FolderLock, lockFolder, lockFolderWithin } from "./folder-lock.ts";
import { restrictToOwner } from "./restrict-to-owner.ts";

/**
 * Takes the data folder for one shell, before anything in it is read or written: closed to other users, one process at a
 * time, of a format that this version knows. Throws FolderInUse, NewerData, or Error with a sentence for a folder of
 * somebody else.
 */
export function claimDataFolder(folder: string, program: string, version: string): FolderLock {
  close(folder, false);
  const lock = lockFolder(folder, program);
  try {
    checkDataFormat(folder, version);
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

/**
 * Takes the local service's folder for this process, which closes it with all below it. A former service may need up to
 * `waitMs` to end after its shell was killed. Throws as {@link claimDataFolder} does.
 */
export function claimServiceFolder(folder: string, program: string, waitMs: number): Promise<FolderLock> {
  close(folder, true);
  return lockFolderWithin(folder, program, waitMs);
}

function close(folder: string, contents: boolean): void {
  try {
    restrictToOwner(folder, { contents });
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw isDenied(error) ? new Error(`${folder} ${denied}`) : error;
  }
}

const denied =
  "belongs to another user of this computer, or this user may not write there. Choose another folder with --data.";

const isDenied = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
