import {
  type BytePath,
  bytesOf,
  isArgument,
  pathText,
  readPaths,
  splitPaths,
  writePaths,
} from "./byte-path.ts";
import type { CheckedOut } from "./checked-out.ts";
import { foreignFolder } from "./foreign.ts";
import { GitRefusal } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { inWorktree, type WorktreeMove, type WorktreeTarget } from "./restore-worktree.ts";
import { git } from "./run.ts";
import { emptyTreeOf } from "./tree-object.ts";

/** Tracked files of a work tree that differ from a commit, staged or not. Empty where it is clean. Writes nothing. */
export async function listWorktreeChanges(
  repository: GitFolder,
  target: WorktreeTarget,
  commit: string | null,
  index?: string,
): Promise<string[]> {
  const unstaged = await inWorktree(repository, target, index)([...diff, "--"]);
  return [
    ...new Set([...namesIn(unstaged), ...(await listStagedChanges(repository, target, commit, index))]),
  ];
}

/** Files whose version in the index differs from a commit's. */
export async function listStagedChanges(
  repository: GitFolder,
  target: WorktreeTarget,
  commit: string | null,
  index?: string,
): Promise<string[]> {
  const tree = commit ?? (await emptyTreeOf(repository));
  return namesIn(await inWorktree(repository, target, index)([...diff, "--cached", tree, "--"]));
}

const diff = ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules"];
const namesIn = ({ stdout }: { readonly stdout: Buffer }): string[] => readPaths(stdout).map(pathText);

/**
 * Returns why a work tree cannot be moved whatever it contains, as the end of a sentence about it; null where it can.
 */
export async function findWorktreeObstacle(own: GitFolder, target: WorktreeTarget): Promise<string | null> {
  const { worktree, settings } = target;
  if (!(await own.git.volumes.folderResponds(worktree.folder))) return "does not respond";
  if ((await foreignFolder(worktree.folder).kind("")) !== "folder") return "is not there";
  if (worktree.obstacle !== null) return worktree.obstacle;
  if (settings.sparse) return "is a sparse checkout, which Helve does not move";
  const names = await foreignFolder(worktree.gitDir).list("");
  if (names.some(({ name }) => name.startsWith("sharedindex.")))
    return "has a split index, which Helve does not move";
  return findIndexObstacle(own, target);
}

/** Returns why the index of a work tree does not say whether it is clean; null where it does. */
async function findIndexObstacle(own: GitFolder, target: WorktreeTarget): Promise<string | null> {
  const { stdout, code } = await inWorktree(own, target)(["ls-files", "-v", "-z"], { expect: [0, 128] });
  if (code !== 0) return "has an index that git cannot read";
  // A letter, a space and the name: a small letter is assume-unchanged, S is skip-worktree.
  for (let at = 0; at < stdout.length; at = stdout.indexOf(0, at) + 1) {
    const letter = stdout[at] ?? 0;
    if (letter === 0x53 || (letter >= 0x61 && letter <= 0x7a))
      return "has files marked as assume-unchanged or skip-worktree, whose changes git does not see";
  }
  return null;
}

/** Throws {@link GitRefusal} where a work tree has changes of its own. */
export async function requireClean(repository: GitFolder, move: WorktreeMove): Promise<void> {
  const files = await listWorktreeChanges(repository, move, move.before);
  if (files.length > 0) throw dirtyWorktree(move.worktree, files);
}

/** Throws {@link GitRefusal} where a work tree, clean or not, cannot be moved. */
export async function requireMovable(repository: GitFolder, move: WorktreeMove): Promise<void> {
  const { worktree } = move;
  const obstacle = await findWorktreeObstacle(repository, move);
  if (obstacle !== null) throw dirtyWorktree(worktree, [], obstacle);
  const inTheWay = await filesInTheWay(repository, move);
  if (inTheWay.length > 0) throw dirtyWorktree(worktree, inTheWay, "has files of its own in the way");
  const filtered = await filteredFiles(repository, move);
  if (filtered.length > 0)
    throw dirtyWorktree(worktree, filtered, "has files that pass through a filter, which Helve does not run");
}

/** Paths that differ between two commits; null is a branch without commits. */
async function changedPaths(
  repository: GitFolder,
  before: string | null,
  after: string,
  filter = "",
): Promise<BytePath[]> {
  const from = before ?? (await emptyTreeOf(repository));
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", ...(filter ? [filter] : [])];
  return readPaths((await git(repository, [...args, from, after])).stdout);
}

/** Obstructing paths that are checked; one is enough to leave a work tree unchanged. */
const maxInTheWay = 200;

/** Returns untracked files that an update would overwrite, also ignored ones, which git itself overwrites. */
async function filesInTheWay(repository: GitFolder, move: WorktreeMove): Promise<string[]> {
  const { worktree, before, after } = move;
  const added = await changedPaths(repository, before, after, "--diff-filter=A");
  const found = new Set<BytePath>();
  for (const path of added) {
    const there = await firstNonFolder(worktree.folder, path);
    if (there !== null) found.add(there);
    if (found.size === maxInTheWay) break;
  }
  // A name that cannot be an argument of git counts as an untracked file.
  const unnamed = [...found].filter((path) => !isArgument(path)).map(pathText);
  const named = [...found].filter(isArgument).map(pathText);
  if (named.length === 0) return unnamed;
  const run = inWorktree(repository, move);
  return [...unnamed, ...namesIn(await run(["ls-files", "-z", "--others", "--", ...named]))];
}

/**
 * Returns the first part of a path that exists and is not a folder, the whole path where it is a folder; null where it
 * does not exist.
 */
async function firstNonFolder(root: string, path: BytePath): Promise<BytePath | null> {
  const folder = foreignFolder(root);
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count++) {
    const part = parts.slice(0, count).join("/");
    const kind = await folder.kind(bytesOf(part));
    if (kind === null) return null;
    if (kind !== "folder") return part;
  }
  return path;
}

/** Returns changed files with a filter in `.gitattributes`, such as Git LFS. */
async function filteredFiles(repository: GitFolder, move: WorktreeMove): Promise<string[]> {
  const changed = await changedPaths(repository, move.before, move.after);
  const run = inWorktree(repository, move);
  const { stdout } = await run(["check-attr", "-z", "--stdin", "filter"], { input: writePaths(changed) });
  const parts = splitPaths(stdout);
  const names: string[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    if (parts[at + 2] !== "unspecified" && parts[at + 2] !== "unset") names.push(pathText(parts[at] ?? ""));
  }
  return names;
}

/** File names in an error. */
const maxNamed = 20;

/** Returns the refusal to move a work tree. */
export function dirtyWorktree(
  worktree: CheckedOut,
  files: readonly string[],
  why = "has changes of its own",
): GitRefusal {
  return new GitRefusal("dirty_worktree", `The work tree ${worktree.folder} ${why}. Nothing was changed.`, {
    folder: worktree.folder,
    files: files.slice(0, maxNamed).join("\n"),
  });
}
