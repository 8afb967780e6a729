import { type GitFolder, perRepository } from "./git-folder.ts";
import { isLinked } from "./linked-repository.ts";
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

/** Last maintenance of a repository, in milliseconds since the epoch, and the ref updates since loose objects were packed. */
const maintenanceOf = perRepository(() => ({ packedAt: 0, graphAt: 0, updates: 0 }));

/** Runs a walk through the history of `from` (arguments of `git rev-list`); after a slow one a commit graph is written in the background. */
export async function walkHistory<T>(
  repository: GitFolder,
  from: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  const maintenance = maintenanceOf(repository);
  const now = repository.git.clock.now();
  if (performance.now() - start > slowWalkMs && now - maintenance.graphAt > minIntervalMs) {
    maintenance.graphAt = now;
    // Without the graph walks are slow, not wrong.
    void writeCommitGraph(repository, from).catch(() => undefined);
  }
  return result;
}

/** Writes the commit graph with changed-path filters of a long history; returns whether it did. */
export async function writeCommitGraph(repository: GitFolder, from: readonly string[]): Promise<boolean> {
  const signal = repository.git.ending;
  const count = await gitText(
    repository,
    ["rev-list", "--count", `--max-count=${minGraphCommits}`, ...from],
    {
      signal,
    },
  );
  if (Number(count) < minGraphCommits) return false;
  const args = ["commit-graph", "write", "--reachable", "--changed-paths", "--split", "--no-progress"];
  await git(repository, args, { signal });
  return true;
}

/** Records a ref update: after some of them loose refs and objects are packed in the background. */
export function recordRefUpdate(repository: GitFolder): void {
  const maintenance = maintenanceOf(repository);
  maintenance.updates = (maintenance.updates + 1) % updatesPerRun;
  if (maintenance.updates === 0) {
    void packRefs(repository)
      .then(() => packLooseObjects(repository, maxLoose))
      .catch(() => undefined);
  }
}

/** Records the number of loose refs of a repository; too many are packed in the background. */
export function recordLooseRefs(repository: GitFolder, count: number): void {
  const maintenance = maintenanceOf(repository);
  const now = repository.git.clock.now();
  if (count <= maxLooseRefs || now - maintenance.packedAt < minIntervalMs) return;
  maintenance.packedAt = now;
  void packRefs(repository).catch(() => undefined);
}

/** Packs loose refs into one file, so that listing them does not open one file for each. */
export async function packRefs(repository: GitFolder): Promise<void> {
  // Packed refs of a linked repository are the original's own file.
  if (isLinked(repository)) return;
  await git(repository, ["pack-refs", "--all"], { signal: repository.git.ending });
}

/** Packs loose objects when there are more than `maxLooseObjects`. */
export async function packLooseObjects(repository: GitFolder, maxLooseObjects: number): Promise<void> {
  if (isLinked(repository)) return;
  const settings = ["-c", `maintenance.loose-objects.auto=${maxLooseObjects}`];
  await git(repository, [...settings, "maintenance", "run", "--auto", "--quiet", "--task=loose-objects"], {
    signal: repository.git.ending,
  });
}
