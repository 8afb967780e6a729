import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a folder of a job with all below it, also where the job made folders that it may not change, as Go does. */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await remove();
  } catch {
    await openFolders(folder);
    await remove();
  }
}

/** Grants the user all rights on a folder and those below it. Links are not followed. */
async function openFolders(folder: string): Promise<void> {
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    await chmod(next, 0o700);
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (entry.isDirectory()) pending.push(join(next, entry.name));
    }
  }
}

/** Returns the bytes of all files below a folder, counted up to about `limit`. */
export async function folderSize(folder: string, limit: number): Promise<number> {
  let size = 0;
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined && size <= limit; next = pending.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else size += (await lstat(path).catch(() => null))?.size ?? 0;
    }
  }
  return size;
}
