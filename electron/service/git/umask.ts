import { isMainThread } from "node:worker_threads";

const state: { umask: number | null } = { umask: null };

/**
 * Makes the files that this process creates from now on private to this user. Files that git creates in a repository
 * that was opened from disk keep the permissions that the user's own git would set.
 */
export function restrictUmask(): void {
  if (!isMainThread || state.umask !== null || process.platform === "win32") return;
  state.umask = process.umask(0o077);
}

/** Returns the umask that this process was started with, null where it was not changed. */
export const userUmask = (): number | null => state.umask;
