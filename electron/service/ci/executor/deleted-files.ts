import { readdir, readlink, stat } from "node:fs/promises";
import { folderPrefix, processesOf } from "./process-group.ts";

/**
 * Returns the bytes of the files that were deleted from a job's folder, and that its processes still have open: they fill
 * the disk until then. 0 on other systems than Linux.
 */
export async function deletedFilesSize(marker: string): Promise<number> {
  const sizes = new Map<string, number>();
  for await (const id of processesOf(marker)) {
    const folder = `/proc/${id}/fd`;
    for (const descriptor of await readdir(folder).catch(() => [])) {
      const file = `${folder}/${descriptor}`;
      const target = await readlink(file).catch(() => "");
      if (!target.startsWith(folderPrefix(marker)) || !target.endsWith(" (deleted)")) continue;
      const found = await stat(file).catch(() => null);
      // Several processes may have the same one open.
      if (found?.nlink === 0) sizes.set(`${found.dev}:${found.ino}`, found.size);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
