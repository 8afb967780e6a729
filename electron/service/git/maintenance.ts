import { isLinked } from "./originals/linked-repository.ts";
import { git, gitText } from "./run.ts";

/** Milliseconds of a walk after which it is worth to make the next one faster. */
const slow = 250;
/** Commits that a history must have for it. */
const many = 5_000;
/** Milliseconds between two runs of the same maintenance of a repository. */
const pause = 600_000;
/** Moved refs after which loose refs are packed and a repository is asked whether it holds too many loose objects. */
const moves = 50;
/** Loose objects that are too many. */
const loose = 2_000;

/** Loose refs that are too many. */
const looseRefs = 200;

const packed = new Map<string, number>();
const graphs = new Map<string, number>();
const moved = new Map<string, number>();
let ending = new AbortController();

/** Runs a walk through a history, `from` being what `git rev-list` starts from; when it was slow, what makes such walks fast is written in the background. */
export async function walkHistory<T>(
  folder: string,
  from: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  if (performance.now() - start > slow && Date.now() - (graphs.get(folder) ?? 0) > pause) {
    graphs.set(folder, Date.now());
    // Nothing depends on it: without it walks are slow, not wrong.
    void writeCommitGraph(folder, from).catch(() => undefined);
  }
  return result;
}

/** Writes the commit graph with changed-path filters of a long history; returns whether it did. */
export async function writeCommitGraph(folder: string, from: readonly string[]): Promise<boolean> {
  const { signal } = ending;
  const count = await gitText(folder, ["rev-list", "--count", `--max-count=${many}`, ...from], { signal });
  if (Number(count) < many) return false;
  const args = ["commit-graph", "write", "--reachable", "--changed-paths", "--split", "--no-progress"];
  await git(folder, args, { signal });
  return true;
}

/** Records a ref update: after some of them loose refs and objects are packed in the background. */
export function recordRefUpdate(folder: string): void {
  const count = (moved.get(folder) ?? 0) + 1;
  moved.set(folder, count % moves);
  if (count === moves) {
    void packRefs(folder)
      .then(() => packLooseObjects(folder, loose))
      .catch(() => undefined);
  }
}

/** Records the number of loose refs of a repository; too many are packed in the background. */
export function recordLooseRefs(folder: string, count: number): void {
  if (count <= looseRefs || Date.now() - (packed.get(folder) ?? 0) < pause) return;
  packed.set(folder, Date.now());
  void packRefs(folder).catch(() => undefined);
}

/** Gathers loose refs into one file, so that listing them does not open one file for each. */
export async function packRefs(folder: string): Promise<void> {
  // Packed refs of a linked repository are the original's own file.
  if (isLinked(folder)) return;
  await git(folder, ["pack-refs", "--all"], { signal: ending.signal });
}

/** Packs loose objects when there are more than `maxLooseObjects`. */
export async function packLooseObjects(folder: string, maxLooseObjects: number): Promise<void> {
  if (isLinked(folder)) return;
  const settings = ["-c", `maintenance.loose-objects.auto=${maxLooseObjects}`];
  await git(folder, [...settings, "maintenance", "run", "--auto", "--quiet", "--task=loose-objects"], {
    signal: ending.signal,
  });
}

/** A signal that is aborted when what runs in the background ends: see {@link stopMaintenance}. */
export const backgroundSignal = (): AbortSignal => ending.signal;

/** Ends what runs in the background. */
export function stopMaintenance(): void {
  ending.abort();
  ending = new AbortController();
  graphs.clear();
  packed.clear();
  moved.clear();
}
