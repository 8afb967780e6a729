import { dirname, join } from "node:path";
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
import type { GitFolder } from "./git-folder.ts";
import type { OriginalSettings } from "./original-layout.ts";
import { removeOwn } from "./own-files.ts";
import { git } from "./run.ts";
import { emptyTreeOf } from "./tree-object.ts";

/** Index with which an interrupted move is checked, in Helve's git folder. */
const scratch = "restoring-index";

/**
 * Restores the files that an interrupted move has written. A file that is neither the old nor the new version, nor the
 * beginning of the new one, is the user's and stays.
 */
export async function restoreWorktree(repository: GitFolder, move: WorktreeMove): Promise<void> {
  const { worktree, before, after } = move;
  const index = join(repository.folder, scratch);
  const run = inWorktree(repository, move, index);
  const from = before ?? (await emptyTreeOf(repository));
  const changes = await listChanges(repository, from, after);
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
      const written =
        status !== "D" && (!unlikeAfter.has(path) || (await isBeginning(repository, move, path)));
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
    await removeOwn(repository.folder, scratch, `${scratch}.lock`);
  }
}

async function listChanges(repository: GitFolder, from: string, after: string) {
  const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", from, after];
  const parts = splitPaths((await git(repository, args)).stdout);
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
async function isBeginning(repository: GitFolder, move: WorktreeMove, path: BytePath): Promise<boolean> {
  // Its content is read by a name that git can be given.
  if (!isArgument(path)) return false;
  const files = foreignFolder(move.worktree.folder);
  const content =
    (await files.readLink(bytesOf(path)).catch(() => null)) ??
    (await files.read(bytesOf(path)).catch(() => null));
  if (content === null) return false;
  const run = inWorktree(repository, move, join(repository.folder, scratch));
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

/** A work tree with the settings that say how its files relate to blobs. */
export interface WorktreeTarget {
  readonly worktree: CheckedOut;
  readonly settings: Pick<OriginalSettings, "checkout" | "sparse">;
}

/** Update of a clean work tree from one commit to another; null is a branch without commits. */
export interface WorktreeMove extends WorktreeTarget {
  readonly before: string | null;
  readonly after: string;
}

/** Bytes of a listing of a work tree: a million files. */
const maxBytes = 256 * 1024 * 1024;

/** Returns a function that runs git on a work tree with Helve's own configuration, and with the work tree's index or another one. */
export function inWorktree(repository: GitFolder, { worktree, settings }: WorktreeTarget, index?: string) {
  const options = ["--work-tree", worktree.folder, ...settings.checkout.flatMap((value) => ["-c", value])];
  const env = { GIT_INDEX_FILE: index ?? join(worktree.gitDir, "index") };
  return async (
    args: readonly string[],
    more: { input?: string | Buffer; expect?: readonly number[] } = {},
  ) => {
    if (index === undefined) await foreignFolder(worktree.gitDir).requireFile("index");
    // git reads it to its end, which that of a device has not; links it does not follow.
    const files = foreignFolder(worktree.folder);
    if ((await files.kind(".gitattributes")) === "other") await files.requireFile(".gitattributes");
    return git(repository, [...options, ...args], {
      env,
      cwd: worktree.folder,
      asUser: true,
      maxBytes,
      ...more,
    });
  };
}
