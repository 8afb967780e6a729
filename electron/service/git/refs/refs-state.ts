import { createHash } from "node:crypto";
import { join } from "node:path";
import { Cache } from "../cache.ts";
import { recordLooseRefs } from "../maintenance.ts";
import { rememberScope } from "../originals/history-scope.ts";
import { originalRoot } from "../originals/linked-repository.ts";
import { entriesOf, isOnDisk, statsOf } from "../originals/volume.ts";

/** Last scan of a repository's refs, and how to check that it is current. */
interface Scan {
  readonly state: string;
  /** Folders of loose refs, and the files with all other refs. */
  readonly watched: readonly Times[];
  /** Milliseconds since the epoch. */
  readonly scannedAt: number;
}

/** Last scan of each repository. */
const scans = new Cache<Scan>(200);

/** Milliseconds after which every loose ref is read again: other programs may overwrite a file without renaming. */
const maxScanAgeMs = 20_000;
/** Milliseconds within which a file system may give two changes the same time. */
const timeGranularityMs = 2_000;

/**
 * Returns a text that changes whenever a branch or tag does: when and as what the files that hold refs were last
 * written, as git checks whether packed refs are still the same. Where nothing changed it reads folders alone: git
 * moves a ref by renaming a file into its folder, which changes the folder's time.
 */
export async function refsState(folder: string): Promise<string> {
  const known = scans.get(folder);
  const isRecent = known && Math.abs(Date.now() - known.scannedAt) < maxScanAgeMs;
  const root = await originalRoot(folder);
  if (root !== null && !isOnDisk(root))
    rememberScope(folder, (await statsOf(root, [join(root, "shallow")]))[0]);
  if (isRecent) {
    const now = await readTimes(
      root,
      known.watched.map(({ path }) => path),
    );
    if (now.every(({ stamp }, index) => stamp === known.watched[index]?.stamp)) return known.state;
  }
  return scanRefs(folder, root);
}

/** Drops the cached state of a repository's refs, so that the next call reads every one. */
export const forgetRefsState = (folder: string): void => scans.delete(folder);

async function scanRefs(folder: string, root: string | null): Promise<string> {
  const scannedAt = Date.now();
  const linked = root !== null;
  const others = linked ? ["packed-refs", "reftable/tables.list", "shallow"] : ["packed-refs"];
  const files = others.map((name) => join(root ?? folder, name));
  // Times are read before contents, so that a change in between is found by the next scan.
  const watched = await readTimes(root, files);
  const irregular: string[] = [];
  const below = async (path: string): Promise<string[]> => {
    const times = await readTimes(root, [path]);
    if (linked && times.some(({ isLink }) => isLink)) irregular.push(path);
    if (times.some(({ isLink }) => isLink)) return [];
    watched.push(...times);
    const entries = await entriesOf(root, path);
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
      ? [join(folder, "refs")]
      : [
          ...["heads", "tags", "helve"].map((name) => join(root, "refs", name)),
          ...["merge-requests", "keep-around"].map((name) => join(folder, "refs", name)),
        ];
  const loose = (await Promise.all(foldersOfRefs.map(below))).flat();
  if (!linked) recordLooseRefs(folder, loose.length);
  const hash = createHash("sha1");
  for (const { stamp } of await readTimes(root, [...files, ...loose])) hash.update(stamp);
  const state = hash.digest("hex");
  if (linked) irregularRefs.set(folder, irregular);
  const isSettled = watched.every(({ changedMs }) => changedMs < scannedAt - timeGranularityMs);
  if (isSettled) scans.set(folder, { state, watched, scannedAt });
  else scans.delete(folder);
  return state;
}

/** Paths among the refs of originals that are neither plain files nor folders, as {@link refsState} has found them last. */
const irregularRefs = new Map<string, readonly string[]>();

/** Returns what the last {@link refsState} of an original found among its refs besides plain files and folders. */
export const irregularRefsOf = (folder: string): readonly string[] => irregularRefs.get(folder) ?? [];

/** Time, inode and size of a file or folder. */
interface Times {
  readonly path: string;
  readonly stamp: string;
  /** Milliseconds since the epoch. */
  readonly changedMs: number;
  readonly isLink: boolean;
}

/** Reads times of files; `root` as in {@link statsOf}. */
async function readTimes(root: string | null, paths: readonly string[]): Promise<Times[]> {
  const found = await statsOf(root, paths);
  return paths.map((path, index) => {
    const stats = found[index];
    if (!stats) return { path, stamp: `${path}\0`, changedMs: 0, isLink: false };
    const { mtimeNs, mtimeMs, ino, size } = stats;
    const stamp = `${path}\0${mtimeNs}\0${ino}\0${size}\0`;
    return { path, stamp, changedMs: Number(mtimeMs), isLink: stats.isSymbolicLink() };
  });
}
