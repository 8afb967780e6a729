import { isLinked } from "./originals/linked-repository.ts";
import { git, gitText } from "./run.ts";

/** Milliseconds of a history walk above which a commit graph is written. */
const slowWalkMs = 250;
/** Commits of the shortest history with a commit graph. */
const minGraphCommits = 5_000;
/** Milliseconds between two runs of the same maintenance of a repository. */
const minIntervalMs = 600_000;
/** Ref updates after which loose refs are packed and loose objects are counted. */
const updatesPerRun = 50;
/** Loose objects above which they are packed. */
const maxLoose = 2_000;

/** Loose refs above which they are packed. */
const maxLooseRefs = 200;

const packed = new Map<string, number>();
const graphs = new Map<string, number>();
const moved = new Map<string, number>();
let ending = new AbortController();

/** Runs a walk through the history of `from` (arguments of `git rev-list`); after a slow one a commit graph is written in the background. */
export async function walkHistory<T>(
  folder: string,
  from: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  if (performance.now() - start > slowWalkMs && Date.now() - (graphs.get(folder) ?? 0) > minIntervalMs) {
    graphs.set(folder, Date.now());
    // Without the graph walks are slow, not wrong.
    void writeCommitGraph(folder, from).catch(() => undefined);
  }
  return result;
}

/** Writes the commit graph with changed-path filters of a long history; returns whether it did. */
export async function writeCommitGraph(folder: string, from: readonly string[]): Promise<boolean> {
  const { signal } = ending;
  const count = await gitText(folder, ["rev-list", "--count", `--max-count=${minGraphCommits}`, ...from], {
    signal,
  });
  if (Number(count) < minGraphCommits) return false;
  const args = ["commit-graph", "write", "--reachable", "--changed-paths", "--split", "--no-progress"];
  await git(folder, args, { signal });
  return true;
}

/** Records a ref update: after some of them loose refs and objects are packed in the background. */
export function recordRefUpdate(folder: string): void {
  const count = (moved.get(folder) ?? 0) + 1;
  moved.set(folder, count % updatesPerRun);
  if (count === updatesPerRun) {
    void packRefs(folder)
      .then(() => packLooseObjects(folder, maxLoose))
      .catch(() => undefined);
  }
}

/** Records the number of loose refs of a repository; too many are packed in the background. */
export function recordLooseRefs(folder: string, count: number): void {
  if (count <= maxLooseRefs || Date.now() - (packed.get(folder) ?? 0) < minIntervalMs) return;
  packed.set(folder, Date.now());
  void packRefs(folder).catch(() => undefined);
}

/** Packs loose refs into one file, so that listing them does not open one file for each. */
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

/** Returns the signal that {@link stopMaintenance} aborts. */
export const backgroundSignal = (): AbortSignal => ending.signal;

/** Ends maintenance in the background. */
export function stopMaintenance(): void {
  ending.abort();
  ending = new AbortController();
  graphs.clear();
  packed.clear();
  moved.clear();
}
