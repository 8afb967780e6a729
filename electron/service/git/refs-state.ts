import { createHash } from "node:crypto";
import { join } from "node:path";
import { type GitFolder, perRepository } from "./git-folder.ts";
import { rememberScope } from "./history-scope.ts";
import { originalRoot } from "./linked-repository.ts";
import { recordLooseRefs } from "./maintenance.ts";
import type { Volumes } from "./volume.ts";

/** Last scan of a repository's refs, and how to check that it is current. */
interface Scan {
  readonly state: string;
  /** Folders of loose refs, and the files with all other refs. */
  readonly watched: readonly Times[];
  /** Milliseconds since the epoch. */
  readonly scannedAt: number;
}

/** Result of the last scan of a repository. */
const scanOf = perRepository(() => ({
  /** Null where the refs have to be read again. */
  scan: null as Scan | null,
  /** Paths among the refs of an original that are neither plain files nor folders. */
  irregular: [] as readonly string[],
}));

/** Milliseconds after which every loose ref is read again: other programs may overwrite a file without renaming. */
const maxScanAgeMs = 20_000;
/** Milliseconds within which a file system may give two changes the same time. */
const timeGranularityMs = 2_000;

/**
 * Returns a text that changes whenever a branch or tag does: when and as what the files that hold refs were last
 * written, as git checks whether packed refs are still the same. Where nothing changed it reads folders alone: git
 * moves a ref by renaming a file into its folder, which changes the folder's time.
 */
export async function refsState(repository: GitFolder): Promise<string> {
  const known = scanOf(repository).scan;
  const isRecent = known && Math.abs(Date.now() - known.scannedAt) < maxScanAgeMs;
  const { volumes } = repository.git;
  const root = await originalRoot(repository);
  if (root !== null && !volumes.isOnDisk(root))
    rememberScope(repository, (await volumes.statsOf(root, [join(root, "shallow")]))[0]);
  if (isRecent) {
    const now = await readTimes(
      volumes,
      root,
      known.watched.map(({ path }) => path),
    );
    if (now.every(({ stamp }, index) => stamp === known.watched[index]?.stamp)) return known.state;
  }
  return scanRefs(repository, root);
}

/** Drops the cached state of a repository's refs, so that the next call reads every one. */
export function forgetRefsState(repository: GitFolder): void {
  scanOf(repository).scan = null;
}

async function scanRefs(repository: GitFolder, root: string | null): Promise<string> {
  const { volumes } = repository.git;
  const scannedAt = Date.now();
  const linked = root !== null;
  const others = linked ? ["packed-refs", "reftable/tables.list", "shallow"] : ["packed-refs"];
  const files = others.map((name) => join(root ?? repository.folder, name));
  // Times are read before contents, so that a change in between is found by the next scan.
  const watched = await readTimes(volumes, root, files);
  const irregular: string[] = [];
  const below = async (path: string): Promise<string[]> => {
    const times = await readTimes(volumes, root, [path]);
    if (linked && times.some(({ isLink }) => isLink)) irregular.push(path);
    if (times.some(({ isLink }) => isLink)) return [];
    watched.push(...times);
    const entries = await volumes.entriesOf(root, path);
    const found = await Promise.all(
      entries.map((entry) => {
        const inner = join(path, entry.name);
        if (linked && !entry.isDirectory() && !entry.isFile()) irregular.push(inner);
        return entry.isDirectory() ? below(inner) : [inner];
      }),
    );
    return found.flat();
  };
  const foldersOfRefs =
    root === null
      ? [join(repository.folder, "refs")]
      : [
          ...["heads", "tags", "helve"].map((name) => join(root, "refs", name)),
          ...["merge-requests", "keep-around"].map((name) => join(repository.folder, "refs", name)),
        ];
  const loose = (await Promise.all(foldersOfRefs.map(below))).flat();
  if (!linked) recordLooseRefs(repository, loose.length);
  const hash = createHash("sha1");
  for (const { stamp } of await readTimes(volumes, root, [...files, ...loose])) hash.update(stamp);
  const state = hash.digest("hex");
  const found = scanOf(repository);
  if (linked) found.irregular = irregular;
  const isSettled = watched.every(({ changedMs }) => changedMs < scannedAt - timeGranularityMs);
  found.scan = isSettled ? { state, watched, scannedAt } : null;
  return state;
}

/** Returns what the last {@link refsState} of an original found among its refs besides plain files and folders. */
export const irregularRefsOf = (repository: GitFolder): readonly string[] => scanOf(repository).irregular;

/** Time, inode and size of a file or folder. */
interface Times {
  readonly path: string;
  readonly stamp: string;
  /** Milliseconds since the epoch. */
  readonly changedMs: number;
  readonly isLink: boolean;
}

/** Reads times of files; `root` as in {@link statsOf}. */
async function readTimes(volumes: Volumes, root: string | null, paths: readonly string[]): Promise<Times[]> {
  const found = await volumes.statsOf(root, paths);
  return paths.map((path, index) => {
    const stats = found[index];
    if (!stats) return { path, stamp: `${path}\0`, changedMs: 0, isLink: false };
    const { mtimeNs, mtimeMs, ino, size } = stats;
    const stamp = `${path}\0${mtimeNs}\0${ino}\0${size}\0`;
    return { path, stamp, changedMs: Number(mtimeMs), isLink: stats.isSymbolicLink() };
  });
}
