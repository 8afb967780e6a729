import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcessesOf, folderPrefix } from "./process-group.ts";
import { removeFolder } from "./remove-folder.ts";

/** Returns what marks the processes and the folder of the job with this trace: another service numbers its jobs alike. */
export const markerOf = (tracePath: string): string =>
  createHash("sha256").update(tracePath).digest("hex").slice(0, 24);

/** Ends the processes of a job whose service was killed, and removes its folder. */
export async function removeOrphans(tracePath: string): Promise<void> {
  const marker = markerOf(tracePath);
  endProcessesOf(marker);
  const prefix = folderPrefix(marker);
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (path.startsWith(prefix)) await removeFolder(path);
  }
}
