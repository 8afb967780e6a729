import {
  accessErrorOf,
  entriesLater,
  type FileStats,
  type FileUse,
  type FolderEntry,
  statLater,
  statsNow,
  volumeTypeOf,
} from "../../../system/foreign/quick-stats.ts";
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
  volumes.set(folder, volume);
  const probe = probes.get(volume) ?? startProbe(folder, volume);
  const leftMs = probe.startedAt + volumeTimeoutMs - Date.now();
  return leftMs > 0 && endsWithin(probe.ended, leftMs);
}

function startProbe(folder: string, volume: string): Probe {
  // Unlike the times of a file, the size of a volume is not cached: the server itself is requested. An error is a response.
  const ended = volumeTypeOf(folder)
    .then((type) => {
      if (diskTypes.has(type)) disks.add(volume);
      else disks.delete(volume);
    })
    .catch(() => undefined)
    .finally(() => probes.delete(volume));
  const probe = { startedAt: Date.now(), ended };
  probes.set(volume, probe);
  return probe;
}

/** Types of Linux's file systems on disks of a machine itself: ext4, btrfs, xfs, zfs, f2fs, overlayfs and tmpfs. */
const diskTypes: ReadonlySet<number> = new Set([
  0xef53, 0x9123683e, 0x58465342, 0x2fc12fc1, 0xf2f52010, 0x794c7630, 0x01021994,
]);
/** Volumes of probed folders. */
const volumes = new Map<string, string>();
/** Volumes whose calls always return. */
const disks = new Set<string>();
/** The last call in each other volume. */
const calls = new Map<string, Promise<unknown>>();

/**
 * Runs a call of the file system below `root`, which was probed before: on a volume that may stop responding one at a
 * time, so that only one thread waits for it.
 */
function runBelow<T>(root: string, call: () => Promise<T>): Promise<T> {
  if (isOnDisk(root)) return call();
  const volume = volumes.get(root) ?? root;
  const result = (calls.get(volume) ?? Promise.resolve()).then(call, call);
  calls.set(volume, result);
  return result;
}

/**
 * Returns the stats of files, undefined for those that are not there; links are not followed. Synchronous calls, which are cheaper, are made on
 * disks only, and where `root` is null: below it another volume could stop the whole process.
 */
export async function statsOf(
  root: string | null,
  paths: readonly string[],
): Promise<(FileStats | undefined)[]> {
  if (root === null || isOnDisk(root)) return statsNow(paths);
  const found = [];
  for (const path of paths) found.push(await runBelow(root, () => statLater(path)));
  return found;
}

/** Returns whether a probed folder is on a disk, whose calls always return. */
export const isOnDisk = (root: string): boolean => disks.has(volumes.get(root) ?? root);

/** Returns the system's code of why a file or folder below a probed folder cannot be used; null where it can. */
export const accessError = (root: string, path: string, use: FileUse): Promise<string | null> =>
  runBelow(root, () => accessErrorOf(path, use));

/** Returns the entries of a folder, none where it cannot be read; `root` as in {@link statsOf}. */
export function entriesOf(root: string | null, path: string): Promise<FolderEntry[]> {
  const read = () => entriesLater(path);
  return root === null ? read() : runBelow(root, read);
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
