import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Cache } from "../cache.ts";
import { recordLooseRefs } from "../maintenance.ts";
import { isLinked } from "../originals/linked-repository.ts";

/** What was read of a repository's refs, and what shows that it is still so. */
interface Scan {
  readonly state: string;
  /** Folders of loose refs, and the files that hold all other refs. */
  readonly watched: readonly Times[];
  /** Milliseconds since the epoch. */
  readonly scannedAt: number;
}

/** Last scan of each repository. */
const scans = new Cache<Scan>(200);

/** Milliseconds after which every loose ref is looked at again: programs other than git may write one in place. */
const maxScanAgeMs = 20_000;
/** Milliseconds within which a file system may give two changes the same time. */
const timeGranularityMs = 2_000;

/**
 * Returns a text that changes whenever a branch or tag does: when and as what the files that hold refs were last
 * written, as git checks whether packed refs are still the same. Where nothing changed it looks at folders alone:
 * git moves a ref by renaming a file into its folder, which changes the folder's time.
 */
export async function refsState(folder: string): Promise<string> {
  const known = scans.get(folder);
  const isRecent = known && Math.abs(Date.now() - known.scannedAt) < maxScanAgeMs;
  if (isRecent && known.watched.every(({ path, stamp }) => readTimes(path).stamp === stamp))
    return known.state;
  return scanRefs(folder);
}

/** Drops what is known of a repository's refs, so that the next look reads every one. */
export const forgetRefsState = (folder: string): void => scans.delete(folder);

async function scanRefs(folder: string): Promise<string> {
  const scannedAt = Date.now();
  const linked = isLinked(folder);
  const roots = linked ? ["heads", "tags", "helve", "merge-requests", "keep-around"] : [""];
  const others = linked ? ["packed-refs", "reftable/tables.list", "shallow"] : ["packed-refs"];
  const files = others.map((name) => join(folder, name));
  // Their times are read before what is in them, so that a change in between shows at the next look.
  const watched = files.map(readTimes);
  const below = async (path: string): Promise<string[]> => {
    watched.push(readTimes(path));
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    const found = await Promise.all(
      entries.map((entry) => {
        const inner = join(path, entry.name);
        return entry.isDirectory() ? below(inner) : [inner];
      }),
    );
    return found.flat();
  };
  const loose = (await Promise.all(roots.map((root) => below(join(folder, "refs", root))))).flat();
  if (!linked) recordLooseRefs(folder, loose.length);
  const hash = createHash("sha1");
  for (const path of [...files, ...loose]) hash.update(readTimes(path).stamp);
  const state = hash.digest("hex");
  const isSettled = watched.every(({ changedMs }) => changedMs < scannedAt - timeGranularityMs);
  if (isSettled) scans.set(folder, { state, watched, scannedAt });
  else scans.delete(folder);
  return state;
}

/** When and as what a file or folder was last written. */
interface Times {
  readonly path: string;
  readonly stamp: string;
  /** Milliseconds since the epoch. */
  readonly changedMs: number;
}

/** Reads times of a file. Waits for the disk: they are in memory, and asking for them takes longer. */
function readTimes(path: string): Times {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return { path, stamp: `${path}\0`, changedMs: 0 };
  const { mtimeNs, mtimeMs, ino, size } = found;
  return { path, stamp: `${path}\0${mtimeNs}\0${ino}\0${size}\0`, changedMs: Number(mtimeMs) };
}
