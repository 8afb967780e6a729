import { isMainThread } from "node:worker_threads";

const own = 0o077;
const state: { umask: number | null } = { umask: null };

/**
 * Makes the files that this process creates from now on private to this user. Files that git creates in a repository
 * that was opened from disk keep the permissions that the user's own git would set.
 */
export function restrictUmask(): void {
  if (!isMainThread || process.platform === "win32") return;
  const before = process.umask(own);
  if (before !== own) state.umask = before;
}

/** Returns the umask that this process was started with, null where it was not changed. */
export const userUmask = (): number | null => state.umask;
