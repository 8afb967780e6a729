import type { ChildProcess } from "node:child_process";
import type { Dirent } from "node:fs";
import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type GitFolder, perRepository } from "./git-folder.ts";

/**
 * Commands of git that only read. All others count as writers: while one runs, what it may have made is left alone.
 */
const readers: ReadonlySet<string> = new Set([
  "archive",
  "blame",
  "cat-file",
  "check-ref-format",
  "diff",
  "diff-tree",
  "for-each-ref",
  "fsck",
  "grep",
  "log",
  "ls-files",
  "ls-tree",
  "merge-base",
  "rev-list",
  "rev-parse",
  "show-ref",
  "upload-pack",
  "version",
]);

/** State of the locks of a git folder of its own. */
interface Locks {
  /** Times at which the writers that run now were started, in milliseconds since the epoch. */
  readonly writers: Set<{ readonly startedAt: number }>;
  /** Whether a writer was killed, or an earlier run of the service was, since locks were last cleared. */
  isDoubtful: boolean;
  /** Whether anything was removed, while locks are being cleared. */
  clearing: Promise<boolean> | null;
}

const locksOf = perRepository((): Locks => ({ writers: new Set(), isDoubtful: true, clearing: null }));

/** Returns whether arguments of git are of a command that may lock something. */
export function isWriter(args: readonly string[]): boolean {
  let index = 0;
  while (args[index] === "-c") index += 2;
  const command = args[index] ?? "";
  return !readers.has(command) && !(command === "receive-pack" && args.includes("--advertise-refs"));
}

/** Records a writer from its start to its end. One that ends by a signal may leave locks. */
export function trackWriter(repository: GitFolder, child: ChildProcess): void {
  const locks = locksOf(repository);
  // A file system may round times down.
  const writer = { startedAt: Date.now() - timeStepMs };
  locks.writers.add(writer);
  child.once("close", (code) => {
    locks.writers.delete(writer);
    if (code === null) locks.isDoubtful = true;
  });
  child.once("error", () => locks.writers.delete(writer));
}

/** Milliseconds by which the time of a file may be before that at which it was written. */
const timeStepMs = 2_000;

/**
 * Clears what killed writers left in a git folder of Helve's, before the first writer of a run and after each one that was
 * killed. Processes of git that an earlier run left have ended by then (`end-orphans.ts`). Await it before a writer is started.
 */
export async function clearBeforeWriting(repository: GitFolder): Promise<void> {
  if (!repository.isOwn) return;
  const locks = locksOf(repository);
  if (locks.clearing) await locks.clearing;
  if (!locks.isDoubtful) return;
  // What the writers that still run make is looked at once more when they have ended.
  locks.isDoubtful = locks.writers.size > 0;
  await clear(repository.folder, locks, true);
}

/**
 * Removes locks in a git folder of Helve's that no running writer can have made, after git has waited for one of them in
 * vain. Returns whether there were any. Links are not followed: locks of a repository that was opened in place belong to
 * the user's git.
 */
export async function clearStaleLocks(repository: GitFolder): Promise<boolean> {
  if (!repository.isOwn) return false;
  const locks = locksOf(repository);
  return locks.clearing ?? clear(repository.folder, locks, false);
}

/** `isThorough`: unfinished objects, too, which are in the way of nothing. */
function clear(folder: string, locks: Locks, isThorough: boolean): Promise<boolean> {
  locks.clearing = removeStale(folder, locks, isThorough).finally(() => {
    locks.clearing = null;
  });
  return locks.clearing;
}

async function removeStale(folder: string, { writers }: Locks, isThorough: boolean): Promise<boolean> {
  const before = Math.min(...[...writers].map(({ startedAt }) => startedAt), Date.now() + timeStepMs);
  const removed = await Promise.all([
    clearFolder(folder, before, isLock),
    clearTree(join(folder, "refs"), before, isLock),
    clearTree(join(folder, "logs"), before, isLock),
    clearFolder(join(folder, "reftable"), before, isLock),
    clearObjects(join(folder, "objects"), before, isThorough),
  ]);
  return removed.includes(true);
}

/** The index belongs to a work tree: Helve itself locks it, and nobody else does in its own bare repositories. */
const isLock = (name: string): boolean =>
  (name.endsWith(".lock") && name !== "index.lock") || name === "gc.pid" || name === "packed-refs.new";

/** Returns whether a name is of an unfinished object or pack, or of the folders in which git receives those of a push. */
const isUnfinished = (name: string): boolean =>
  isLock(name) || /^\.?tmp[_-]/.test(name) || name.startsWith("incoming-");

async function clearObjects(objects: string, before: number, isThorough: boolean): Promise<boolean> {
  const names = isThorough ? (await entriesOf(objects)).map(({ name }) => name) : [];
  const fanOut = names.filter((name) => /^[0-9a-f]{2}$/.test(name));
  const inFolders = [...fanOut, "pack", "info", "info/commit-graphs"].map((name) =>
    clearFolder(join(objects, name), before, isUnfinished),
  );
  const removed = await Promise.all([
    clearFolder(objects, before, isUnfinished),
    ...inFolders,
    clearKeeps(join(objects, "pack"), before),
  ]);
  return removed.includes(true);
}

/** Removes the files with which a killed push protects its pack from being packed again. */
async function clearKeeps(packs: string, before: number): Promise<boolean> {
  let removed = false;
  for (const { name } of await entriesOf(packs)) {
    if (!name.endsWith(".keep")) continue;
    const path = join(packs, name);
    const content = await readFile(path, "utf8").catch(() => "");
    if (/^(?:receive|fetch)-pack /.test(content)) removed = (await removeOlder(path, before)) || removed;
  }
  return removed;
}

async function clearTree(
  folder: string,
  before: number,
  isLeft: (name: string) => boolean,
): Promise<boolean> {
  let removed = false;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    // A link is not a directory.
    if (entry.isDirectory()) removed = (await clearTree(path, before, isLeft)) || removed;
    else if (isLeft(entry.name)) removed = (await removeOlder(path, before)) || removed;
  }
  return removed;
}

async function clearFolder(
  folder: string,
  before: number,
  isLeft: (name: string) => boolean,
): Promise<boolean> {
  let removed = false;
  for (const { name } of await entriesOf(folder)) {
    if (isLeft(name)) removed = (await removeOlder(join(folder, name), before)) || removed;
  }
  return removed;
}

/** Returns what a folder has; nothing where it is a link, missing or unreadable. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() ? readdir(folder, { withFileTypes: true }).catch(() => []) : [];
}

async function removeOlder(path: string, before: number): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (!found || found.mtimeMs >= before) return false;
  return rm(path, { recursive: true, force: true }).then(
    () => true,
    () => false,
  );
}
