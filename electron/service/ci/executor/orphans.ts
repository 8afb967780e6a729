import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcessesOf } from "./process-group.ts";

/** Returns what marks the processes and the folder of the job with this trace: another service numbers its jobs alike. */
export const markerOf = (tracePath: string): string =>
  createHash("sha256").update(tracePath).digest("hex").slice(0, 24);

/** Returns the prefix of the name of a job's folder. */
export const folderPrefix = (marker: string): string => join(tmpdir(), `helve-job-${marker}-`);

/** Ends the processes and removes the folder of a job whose service was killed. */
export function removeOrphans(tracePath: string): void {
  const marker = markerOf(tracePath);
  endProcessesOf(marker);
  const prefix = folderPrefix(marker);
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    if (path.startsWith(prefix)) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
}
