import { accessSync, constants, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { checkDataFormat } from "./data-format.ts";
import { restrictToOwner } from "./restrict-to-owner.ts";

/** Process that has a folder, as it wrote itself down beside the lock. */
const lockHolder = z.object({
  pid: z.int(),
  /** Its name, in the words of a sentence: "Helve's desktop app". */
  program: z.string(),
  since: z.iso.datetime(),
});
type LockHolder = z.output<typeof lockHolder>;

/** A folder that another process has. The message is for the user. */
export class FolderInUse extends Error {
  /** Null where that is not known, as in the first moment. */
  readonly holder: LockHolder | null;
  constructor(folder: string, holder: LockHolder | null) {
    super(sentence(folder, holder));
    this.name = "FolderInUse";
    this.holder = holder;
  }
}

/** The right to use a folder, until `release` or the end of the process. Keep it: it ends when it is collected. */
export interface FolderLock {
  release(): void;
}

const lockName = "in-use.lock";
const holderName = "in-use.json";
/** Result code of SQLite where another connection has the lock. */
const busy = 5;
/** Result code of SQLite for a file that is no database, such as one that a power cut left. */
const noDatabase = 26;
const pollMs = 50;

/**
 * Takes a folder for this process alone. The lock is SQLite's on an empty file, which the system takes back whenever the
 * process ends, however it ends; the file beside it only names the holder. On a disk that cannot be written there is
 * nothing to protect, and no lock. Throws FolderInUse.
 */
export function lockFolder(folder: string, program: string): FolderLock {
  const database = openLocked(join(folder, lockName), folder);
  if (!database) return { release: () => undefined };
  const path = join(folder, holderName);
  const holder: LockHolder = { pid: process.pid, program, since: new Date().toISOString() };
  try {
    writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // A full disk: the lock holds, and names nobody.
  }
  return {
    release() {
      rmSync(path, { force: true });
      database.close();
    },
  };
}

/** {@link lockFolder}, after waiting for a former holder that is just ending. */
export async function lockFolderWithin(folder: string, program: string, waitMs: number): Promise<FolderLock> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return lockFolder(folder, program);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() >= until) throw error;
    }
    await delay(pollMs);
  }
}

/** Returns the connection that has the lock; null where the file cannot be written. Throws FolderInUse. */
function openLocked(path: string, folder: string): DatabaseSync | null {
  for (const isFirst of [true, false]) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path, { timeout: 0 });
      // Nothing is ever written: a journal on disk would be one more file.
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      return database;
    } catch (error) {
      if (database?.isOpen) database.close();
      const code = error instanceof Error && "errcode" in error ? error.errcode : null;
      if (code === busy) throw new FolderInUse(folder, readHolder(folder));
      if (code !== noDatabase || !isFirst) return null;
      rmSync(path, { force: true });
    }
  }
  return null;
}

function readHolder(folder: string): LockHolder | null {
  try {
    return lockHolder.parse(JSON.parse(readFileSync(join(folder, holderName), "utf8")));
  } catch {
    return null;
  }
}

function sentence(folder: string, holder: LockHolder | null): string {
  const who = holder
    ? `${holder.program} (process ${holder.pid}, since ${new Date(holder.since).toLocaleString()}) uses it`
    : "another Helve uses it";
  return `${folder} is in use: ${who}. Nothing was changed. End that one first, or choose another folder with --data.`;
}

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
