import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { foreignFolder } from "../originals/foreign.ts";
import { lockedBy } from "../refs/lock-refusal.ts";
import { userUmask } from "../umask.ts";

/** Milliseconds in which another git process may finish with an index. */
const maxWaitMs = 2_000;
const retryDelayMs = 25;

const lock = "index.lock";

/**
 * Acquires git's own lock of the index in a git folder: until {@link unlockIndex} no git process changes it or commits
 * from it. `owner` is written into the lock. Throws {@link GitRefusal} with the reason `locked` where another one has
 * it.
 */
export async function lockIndex(gitDir: string, owner: string): Promise<void> {
  const folder = foreignFolder(gitDir);
  for (const began = Date.now(); !(await folder.create(lock, owner)); await sleep(retryDelayMs))
    if (Date.now() - began > maxWaitMs) throw await lockedBy(join(gitDir, lock));
}

/** Bytes of the longest lock with an owner in it. */
const maxOwnerBytes = 200;

/** Returns whether an owner has the lock of an index, as after a kill. */
export const ownsIndex = async (gitDir: string, owner: string): Promise<boolean> =>
  (await foreignFolder(gitDir)
    .readText(lock, maxOwnerBytes)
    .catch(() => null)) === owner;

/** Releases the lock of the index. */
export async function unlockIndex(gitDir: string): Promise<void> {
  const folder = foreignFolder(gitDir);
  await folder.removeUnfinished("index");
  await folder.remove(lock);
}

/** Replaces the locked index of a git folder by another file, at once. */
export async function replaceIndex(gitDir: string, file: string): Promise<void> {
  const folder = foreignFolder(gitDir);
  const before = await folder.stat("index");
  const mode = before?.isFile() ? Number(before.mode) & 0o777 : 0o666 & ~(userUmask() ?? process.umask());
  await folder.replace("index", file, mode);
}
