import fs from "node:fs/promises";
import { endsWithin } from "../ends-within.ts";
import type { OriginalLayout } from "./original-layout.ts";

/** Milliseconds after which a volume that has not responded counts as away. */
const volumeTimeoutMs = 3_000;

interface Probe {
  readonly startedAt: number;
  readonly ended: Promise<unknown>;
}

/** Running probes by volume: each may occupy one thread of the process for as long as its volume is away. */
const probes = new Map<string, Probe>();

/**
 * Returns whether a folder's volume responds. A call of the file system waits for ever on a network drive whose server is
 * gone, so that nothing else may touch such a folder before. `volume` identifies the volume: there is one probe of each at
 * a time, and as soon as it takes too long every caller gets false at once.
 */
export async function folderResponds(folder: string, volume = folder): Promise<boolean> {
  const probe = probes.get(volume) ?? startProbe(folder, volume);
  const leftMs = probe.startedAt + volumeTimeoutMs - Date.now();
  return leftMs > 0 && endsWithin(probe.ended, leftMs);
}

function startProbe(folder: string, volume: string): Probe {
  // Unlike the times of a file, the size of a volume is not cached: the server itself is requested. An error is a response.
  const ended = fs
    .statfs(folder)
    .catch(() => undefined)
    .finally(() => probes.delete(volume));
  const probe = { startedAt: Date.now(), ended };
  probes.set(volume, probe);
  return probe;
}

/** Returns whether every volume that a repository is on responds. */
export async function originalResponds(
  original: OriginalLayout & { readonly identity: string; readonly borrowed: readonly string[] },
): Promise<boolean> {
  const { kind, path, commonDir, identity, borrowed } = original;
  const device = identity.split(":")[0];
  if (!(await folderResponds(commonDir, device ? `device ${device}` : commonDir))) return false;
  for (const folder of kind === "linked" ? [path, ...borrowed] : borrowed)
    if (!(await folderResponds(folder))) return false;
  return true;
}
