import { existsSync, lstatSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GitRefusal } from "../git-refusal.ts";
import { emptyTreeOf } from "../objects/empty-tree.ts";
import type { OriginalSettings } from "../originals/original-settings.ts";
import { lockedBy } from "../refs/lock-refusal.ts";
import { GitError, git, gitText } from "../run.ts";
import type { CheckedOut } from "./checked-out.ts";

/** Update of a clean work tree from one commit to another; null is a branch without commits. */
export interface WorktreeMove {
  readonly worktree: CheckedOut;
  readonly settings: OriginalSettings;
  readonly before: string | null;
  readonly after: string;
}

/** File in Helve's git folder that names a work tree whose branch is not updated yet. */
const journal = "moving-worktree";

/** Returns a function that runs git on a work tree, its index and Helve's own configuration. */
function inWorktree(folder: string, worktree: CheckedOut, settings: OriginalSettings) {
  const options = ["--work-tree", worktree.folder, ...settings.checkout.flatMap((value) => ["-c", value])];
  const env = { GIT_INDEX_FILE: join(worktree.gitDir, "index") };
  return (args: readonly string[], more: { input?: string; expect?: readonly number[] } = {}) =>
    git(folder, [...options, ...args], { env, cwd: worktree.folder, asUser: true, ...more });
}

/** Tracked files of a work tree that differ from a commit, staged or not. Empty where it is clean. Writes nothing. */
export async function listWorktreeChanges(
  folder: string,
  worktree: CheckedOut,
  settings: OriginalSettings,
  commit: string | null,
): Promise<string[]> {
  const run = inWorktree(folder, worktree, settings);
  const tree = commit ?? (await emptyTreeOf(folder));
  const args = ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules"];
  const unstaged = await run([...args, "--"]);
  const staged = await run([...args, "--cached", tree, "--"]);
  const names = `${unstaged.stdout.toString()}${staged.stdout.toString()}`.split("\0").filter(Boolean);
  return [...new Set(names)];
}

/**
 * Updates a clean work tree and its index to a commit, as `receive.denyCurrentBranch=updateInstead` does. Throws
 * {@link GitRefusal} where anything in it would be lost; nothing is touched then.
 */
export async function moveWorktree(folder: string, move: WorktreeMove): Promise<void> {
  const { worktree, settings, before, after } = move;
  await requireMovable(folder, move);
  await writeFile(join(folder, journal), JSON.stringify(move));
  const run = inWorktree(folder, worktree, settings);
  const from = before ?? (await emptyTreeOf(folder));
  // Outdated file times in the index would make read-tree fail.
  await run(["update-index", "-q", "--ignore-submodules", "--refresh"], { expect: [0, 1] });
  try {
    await run(["read-tree", "-u", "-m", from, after]);
  } catch (error) {
    await rm(join(folder, journal), { force: true });
    if (!(error instanceof GitError)) throw error;
    const files = [...error.stderr.matchAll(/^(?:error: )?(?:Untracked working tree file|Entry) '(.+?)'/gm)];
    throw dirty(
      worktree,
      files.map(([, name = ""]) => name),
    );
  }
}

/** Removes the journal once the branch is updated. */
export const finishMove = (folder: string): Promise<void> => rm(join(folder, journal), { force: true });

/** Undoes the update of a work tree whose branch was not updated. */
export async function undoMove(folder: string, move: WorktreeMove): Promise<void> {
  const { settings } = move;
  const run = inWorktree(folder, move.worktree, settings);
  const to = move.before ?? (await emptyTreeOf(folder));
  const changed = await listWorktreeChanges(folder, move.worktree, settings, move.after);
  // With changes of the user's meanwhile, everything stays.
  if (changed.length === 0) await run(["read-tree", "-u", "-m", move.after, to]);
  await finishMove(folder);
}

/** Undoes what a killed process left unfinished; `tip` returns the branch's current commit. */
export async function recoverMove(
  folder: string,
  tip: (ref: string) => Promise<string | null>,
): Promise<void> {
  const text = await readFile(join(folder, journal), "utf8").catch(() => null);
  if (text === null) return;
  const move = JSON.parse(text) as WorktreeMove;
  const at = await tip(move.worktree.ref);
  if (at === move.before && existsSync(move.worktree.folder)) {
    await undoMove(folder, move).catch(() => finishMove(folder));
  } else await finishMove(folder);
}

/** Returns why a work tree must stay as it is whatever it contains, as the end of a sentence about it; null for no reason. */
export async function findObstacle(worktree: CheckedOut, settings: OriginalSettings): Promise<string | null> {
  if (!existsSync(worktree.folder)) return "is not there";
  if (worktree.obstacle !== null) return worktree.obstacle;
  if (settings.sparse) return "is a sparse checkout, which Helve does not move";
  const split = (await readdir(worktree.gitDir)).some((name) => name.startsWith("sharedindex."));
  return split ? "has a split index, which Helve does not move" : null;
}

async function requireMovable(folder: string, move: WorktreeMove): Promise<void> {
  const { worktree, settings, before } = move;
  const obstacle = await findObstacle(worktree, settings);
  if (obstacle !== null) throw dirty(worktree, [], obstacle);
  const lock = join(worktree.gitDir, "index.lock");
  if (existsSync(lock)) throw lockedBy(lock);
  const files = await listWorktreeChanges(folder, worktree, settings, before);
  if (files.length > 0) throw dirty(worktree, files);
  const inTheWay = await filesInTheWay(folder, move);
  if (inTheWay.length > 0) throw dirty(worktree, inTheWay, "has files of its own in the way");
  const filtered = await filteredFiles(folder, move);
  if (filtered.length > 0)
    throw dirty(worktree, filtered, "has files that pass through a filter, which Helve does not run");
}

/** Paths that differ between two commits, each with a NUL behind it; null is a branch without commits. */
async function changedPaths(
  folder: string,
  before: string | null,
  after: string,
  filter = "",
): Promise<string> {
  const from = before ?? (await emptyTreeOf(folder));
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", ...(filter ? [filter] : [])];
  return gitText(folder, [...args, from, after]);
}

/** Paths in the way that are looked at; one is enough to leave a work tree alone. */
const maxInTheWay = 200;

/** Returns untracked files, ignored ones too, that an update would overwrite: git itself takes those for worthless. */
async function filesInTheWay(
  folder: string,
  { worktree, settings, before, after }: WorktreeMove,
): Promise<string[]> {
  const added = await changedPaths(folder, before, after, "--diff-filter=A");
  const found = new Set<string>();
  for (const path of added.split("\0").filter(Boolean)) {
    const there = firstNoFolder(worktree.folder, path);
    if (there !== null) found.add(there);
    if (found.size === maxInTheWay) break;
  }
  if (found.size === 0) return [];
  const run = inWorktree(folder, worktree, settings);
  const { stdout } = await run(["ls-files", "-z", "--others", "--", ...found]);
  return stdout.toString().split("\0").filter(Boolean);
}

/** Returns the first part of a path that is there and no folder, else the path itself where there is a folder; null for neither. */
function firstNoFolder(root: string, path: string): string | null {
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count++) {
    const part = parts.slice(0, count).join("/");
    const found = lstatSync(join(root, part), { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isDirectory()) return part;
  }
  return path;
}

/** Returns changed files with a filter in `.gitattributes`, such as Git LFS. */
async function filteredFiles(
  folder: string,
  { worktree, settings, before, after }: WorktreeMove,
): Promise<string[]> {
  const changed = await changedPaths(folder, before, after);
  const run = inWorktree(folder, worktree, settings);
  const { stdout } = await run(["check-attr", "-z", "--stdin", "filter"], { input: changed });
  const parts = stdout.toString().split("\0");
  const names: string[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    if (parts[at + 2] !== "unspecified" && parts[at + 2] !== "unset") names.push(parts[at] ?? "");
  }
  return names;
}

/** File names in an error. */
const maxNamed = 20;

function dirty(worktree: CheckedOut, files: readonly string[], why = "has changes of its own"): GitRefusal {
  return new GitRefusal("dirty_worktree", `The work tree ${worktree.folder} ${why}. Nothing was changed.`, {
    folder: worktree.folder,
    files: files.slice(0, maxNamed).join("\n"),
  });
}
