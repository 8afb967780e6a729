import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "./folders.ts";
import { endProcessesOf, folderPrefix } from "./process-group.ts";

/** The folder of a service's data. */
interface Service {
  readonly folder: string;
}

/** Returns the prefix of the markers of a service's jobs: job numbers of two services may be equal. */
const serviceMarker = ({ folder }: Service): string =>
  `${createHash("sha256").update(folder).digest("hex").slice(0, 24)}-`;

/** Returns the marker of a job's processes and folder. */
export const markerOf = (service: Service, jobId: number): string => `${serviceMarker(service)}${jobId}-`;

/**
 * Ends the processes of all jobs of a service that was killed, and removes their folders, whatever became of the jobs:
 * one that was cancelled at that moment may be recorded as ended, or deleted. No job may run meanwhile.
 */
export async function removeOrphans(service: Service): Promise<void> {
  const marker = serviceMarker(service);
  await endProcessesOf(marker);
  const prefix = folderPrefix(marker);
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (path.startsWith(prefix)) await removeFolder(path);
  }
}
