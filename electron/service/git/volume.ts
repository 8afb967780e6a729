import {
  accessErrorOf,
  entriesLater,
  type FileStats,
  type FileUse,
  type FolderEntry,
  statLater,
  statsNow,
  volumeTypeOf,
} from "../../system/foreign/quick-stats.ts";
import { endsWithin } from "./ends-within.ts";
import type { OriginalLayout } from "./original-layout.ts";

/** Milliseconds after which a volume that has not responded counts as away. */
const volumeTimeoutMs = 3_000;

interface Probe {
  readonly startedAt: number;
  readonly ended: Promise<unknown>;
}

/**
 * The volumes that folders of one service are on. A call of the file system waits for ever on a network drive whose server
 * is gone, and occupies one thread of the process for as long.
 */
export class Volumes {
  /** Running probes by volume. */
  readonly #probes = new Map<string, Probe>();
  /** Volumes of probed folders. */
  readonly #volumes = new Map<string, string>();
  /** Volumes whose calls always return. */
  readonly #disks = new Set<string>();
  /** The last call in each other volume. */
  readonly #calls = new Map<string, Promise<unknown>>();

  /**
   * Returns whether a folder's volume responds: nothing else may touch such a folder before. `volume` identifies the volume:
   * there is one probe of each at a time, and as soon as it takes too long every caller gets false at once.
   */
  async folderResponds(folder: string, volume = folder): Promise<boolean> {
    this.#volumes.set(folder, volume);
    const probe = this.#probes.get(volume) ?? this.#startProbe(folder, volume);
    const leftMs = probe.startedAt + volumeTimeoutMs - performance.now();
    return leftMs > 0 && endsWithin(probe.ended, leftMs);
  }

  #startProbe(folder: string, volume: string): Probe {
    // Unlike the times of a file, the size of a volume is not cached: the server itself is requested. An error is a response.
    const ended = volumeTypeOf(folder)
      .then((type) => {
        if (diskTypes.has(type)) this.#disks.add(volume);
        else this.#disks.delete(volume);
      })
      .catch(() => undefined)
      .finally(() => this.#probes.delete(volume));
    const probe = { startedAt: performance.now(), ended };
    this.#probes.set(volume, probe);
    return probe;
  }

  /**
   * Runs a call of the file system below `root`, which was probed before: on a volume that may stop responding one at a
   * time, so that only one thread waits for it.
   */
  #runBelow<T>(root: string, call: () => Promise<T>): Promise<T> {
    if (this.isOnDisk(root)) return call();
    const volume = this.#volumes.get(root) ?? root;
    const result = (this.#calls.get(volume) ?? Promise.resolve()).then(call, call);
    this.#calls.set(volume, result);
    return result;
  }

  /**
   * Returns the stats of files, undefined for those that are not there; links are not followed. Synchronous calls, which are
   * cheaper, are made on disks only, and where `root` is null: below it another volume could stop the whole process.
   */
  async statsOf(root: string | null, paths: readonly string[]): Promise<(FileStats | undefined)[]> {
    if (root === null || this.isOnDisk(root)) return statsNow(paths);
    const found = [];
    for (const path of paths) found.push(await this.#runBelow(root, () => statLater(path)));
    return found;
  }

  /** Returns whether a probed folder is on a disk, whose calls always return. */
  isOnDisk(root: string): boolean {
    return this.#disks.has(this.#volumes.get(root) ?? root);
  }

  /** Returns the system's code of why a file or folder below a probed folder cannot be used; null where it can. */
  accessError(root: string, path: string, use: FileUse): Promise<string | null> {
    return this.#runBelow(root, () => accessErrorOf(path, use));
  }

  /** Returns the entries of a folder, none where it cannot be read; `root` as in {@link statsOf}. */
  entriesOf(root: string | null, path: string): Promise<FolderEntry[]> {
    const read = () => entriesLater(path);
    return root === null ? read() : this.#runBelow(root, read);
  }

  /** Returns whether every volume that a repository is on responds. */
  async originalResponds(
    original: OriginalLayout & { readonly identity: string; readonly borrowed: readonly string[] },
  ): Promise<boolean> {
    const { kind, path, commonDir, identity, borrowed } = original;
    const device = identity.split(":")[0];
    if (!(await this.folderResponds(commonDir, device ? `device ${device}` : commonDir))) return false;
    for (const folder of kind === "linked" ? [path, ...borrowed] : borrowed)
      if (!(await this.folderResponds(folder))) return false;
    return true;
  }
}

/** Types of Linux's file systems on disks of a machine itself: ext4, btrfs, xfs, zfs, f2fs, overlayfs and tmpfs. */
const diskTypes: ReadonlySet<number> = new Set([
  0xef53, 0x9123683e, 0x58465342, 0x2fc12fc1, 0xf2f52010, 0x794c7630, 0x01021994,
]);
