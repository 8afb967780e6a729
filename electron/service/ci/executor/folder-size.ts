import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

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
