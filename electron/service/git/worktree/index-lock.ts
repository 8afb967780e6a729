import { copyFile, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockedBy } from "../refs/lock-refusal.ts";
import { userUmask } from "../umask.ts";

/** Milliseconds in which another git process may finish with an index. */
const maxWaitMs = 2_000;
const retryDelayMs = 25;

const lockOf = (gitDir: string): string => join(gitDir, "index.lock");
/** Name of the next index of a work tree, in its git folder. */
const nextOf = (gitDir: string): string => join(gitDir, "index.helve");

/**
 * Acquires git's own lock of the index in a git folder: until {@link unlockIndex} no git process changes it or commits
 * from it. `owner` is written into the lock. Throws {@link GitRefusal} with the reason `locked` where another one has
 * it.
 */
export async function lockIndex(gitDir: string, owner: string): Promise<void> {
  const path = lockOf(gitDir);
  for (const began = Date.now(); ; await sleep(retryDelayMs)) {
    const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      return null;
    });
    if (file) {
      await file.writeFile(owner).finally(() => file.close());
      return;
    }
    if (Date.now() - began > maxWaitMs) throw lockedBy(path);
  }
}

/** Returns whether an owner has the lock of an index, as after a kill. */
export const ownsIndex = async (gitDir: string, owner: string): Promise<boolean> =>
  (await readFile(lockOf(gitDir), "utf8").catch(() => null)) === owner;

/** Releases the lock of the index. */
export async function unlockIndex(gitDir: string): Promise<void> {
  await rm(nextOf(gitDir), { force: true });
  await rm(lockOf(gitDir), { force: true });
}

/** Replaces the locked index of a git folder by another file, at once. */
export async function replaceIndex(gitDir: string, file: string): Promise<void> {
  const index = join(gitDir, "index");
  const next = nextOf(gitDir);
  const before = await stat(index).catch(() => null);
  await copyFile(file, next);
  const written = await open(next, "r+");
  try {
    await written.chmod(before ? before.mode & 0o777 : 0o666 & ~(userUmask() ?? process.umask()));
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(next, index);
}
