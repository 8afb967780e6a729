import { dirname, join } from "node:path";
import { emptyTreeOf } from "../objects/empty-tree.ts";
import { foreignFolder } from "../originals/foreign.ts";
import { removeOwn } from "../own-files.ts";
import { git } from "../run.ts";
import {
  type BytePath,
  bytesOf,
  isArgument,
  pathText,
  readPaths,
  splitPaths,
  writePaths,
} from "./byte-path.ts";
import { inWorktree, type WorktreeMove } from "./in-worktree.ts";

/** Index with which an interrupted move is checked, in Helve's git folder. */
const scratch = "restoring-index";

/**
 * Restores the files that an interrupted move has written. A file that is neither the old nor the new version, nor the
 * beginning of the new one, is the user's and stays.
 */
export async function restoreWorktree(folder: string, move: WorktreeMove): Promise<void> {
  const { worktree, before, after } = move;
  const index = join(folder, scratch);
  const run = inWorktree(folder, move, index);
  const from = before ?? (await emptyTreeOf(folder));
  const changes = await listChanges(folder, from, after);
  const paths = changes.map(({ path }) => path);
  const differing = async (tree: string): Promise<ReadonlySet<string>> => {
    await run(["read-tree", tree]);
    return listDiffering(run, paths);
  };
  try {
    const unlikeAfter = await differing(after);
    const unlikeBefore = await differing(from);
    const restored: BytePath[] = [];
    for (const { path, status } of changes) {
      const written = status !== "D" && (!unlikeAfter.has(path) || (await isBeginning(folder, move, path)));
      if (status === "A") {
        if (written) await removeFile(worktree.folder, path);
      } else if (
        unlikeBefore.has(path) &&
        (written || !(await foreignFolder(worktree.folder).exists(bytesOf(path))))
      ) {
        restored.push(path);
      }
    }
    await run(["checkout-index", "--force", "-z", "--stdin"], { input: writePaths(restored) });
  } finally {
    await removeOwn(folder, scratch, `${scratch}.lock`);
  }
}

async function listChanges(folder: string, from: string, after: string) {
  const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", from, after];
  const parts = splitPaths((await git(folder, args)).stdout);
  const changes: { readonly status: string; readonly path: BytePath }[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    changes.push({ status: parts[at] ?? "", path: parts[at + 1] ?? "" });
  }
  return changes;
}

/** Paths of one command line. */
const maxPaths = 500;

async function listDiffering(
  run: ReturnType<typeof inWorktree>,
  paths: readonly BytePath[],
): Promise<ReadonlySet<BytePath>> {
  const diff = ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules", "--"];
  // git cannot be given a name that is not UTF-8: then it compares the whole work tree.
  if (!paths.every(isArgument)) return new Set(readPaths((await run(diff)).stdout));
  const found = new Set<BytePath>();
  for (let at = 0; at < paths.length; at += maxPaths) {
    const { stdout } = await run([...diff, ...paths.slice(at, at + maxPaths).map(pathText)]);
    for (const path of readPaths(stdout)) found.add(path);
  }
  return found;
}

/** Returns whether a file is the beginning of what the move was writing when it was interrupted. */
async function isBeginning(folder: string, move: WorktreeMove, path: BytePath): Promise<boolean> {
  // Its content is read by a name that git can be given.
  if (!isArgument(path)) return false;
  const files = foreignFolder(move.worktree.folder);
  const content =
    (await files.readLink(bytesOf(path)).catch(() => null)) ??
    (await files.read(bytesOf(path)).catch(() => null));
  if (content === null) return false;
  const run = inWorktree(folder, move, join(folder, scratch));
  const { stdout, code } = await run(["cat-file", "--filters", `${move.after}:${pathText(path)}`], {
    expect: [0, 128],
  });
  return code === 0 && content.length < stdout.length && stdout.subarray(0, content.length).equals(content);
}

/** Removes a file and the folders above it that are empty then. */
async function removeFile(root: string, path: BytePath): Promise<void> {
  const folder = foreignFolder(root);
  await folder.remove(bytesOf(path));
  for (let above = dirname(path); above !== "."; above = dirname(above))
    if (!(await folder.removeFolder(bytesOf(above)))) return;
}
