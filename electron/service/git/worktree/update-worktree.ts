import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GitRefusal } from "../git-refusal.ts";
import { emptyTreeOf } from "../objects/empty-tree.ts";
import type { OriginalSettings } from "../originals/original-settings.ts";
import { GitError, git, gitText } from "../run.ts";
import type { CheckedOut } from "./checked-out.ts";

/** A clean work tree on its way from one commit to another; null is a branch without commits. */
export interface WorktreeMove {
  readonly place: CheckedOut;
  readonly before: string | null;
  readonly after: string;
}

/** File in Helve's git folder that names a work tree whose branch has not moved along yet. */
const journal = "moving-worktree";

/** git over the files of a work tree, its index and Helve's own configuration. */
function inWorktree(folder: string, place: CheckedOut, settings: OriginalSettings) {
  const options = ["--work-tree", place.folder, ...settings.checkout.flatMap((value) => ["-c", value])];
  const env = { GIT_INDEX_FILE: join(place.gitDir, "index") };
  return (args: readonly string[], more: { input?: string; expect?: readonly number[] } = {}) =>
    git(folder, [...options, ...args], { env, cwd: place.folder, asUser: true, ...more });
}

/** Tracked files of a work tree that differ from a commit, staged or not. Empty where it is clean. Writes nothing. */
export async function listWorktreeChanges(
  folder: string,
  place: CheckedOut,
  settings: OriginalSettings,
  commit: string | null,
): Promise<string[]> {
  const run = inWorktree(folder, place, settings);
  const tree = commit ?? (await emptyTreeOf(folder));
  const args = ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules"];
  const unstaged = await run([...args, "--"]);
  const staged = await run([...args, "--cached", tree, "--"]);
  const names = `${unstaged.stdout.toString()}${staged.stdout.toString()}`.split("\0").filter(Boolean);
  return [...new Set(names)];
}

/**
 * Moves a clean work tree and its index to a commit, as `receive.denyCurrentBranch=updateInstead` does. Throws
 * {@link GitRefusal} where anything in it would be lost; nothing is touched then.
 */
export async function moveWorktree(
  folder: string,
  move: WorktreeMove,
  settings: OriginalSettings,
): Promise<void> {
  const { place, before, after } = move;
  await requireMovable(folder, move, settings);
  await writeFile(join(folder, journal), JSON.stringify({ ...move, settings }));
  const run = inWorktree(folder, place, settings);
  const from = before ?? (await emptyTreeOf(folder));
  // Times of files that say less than their content does would be in the way.
  await run(["update-index", "-q", "--ignore-submodules", "--refresh"], { expect: [0, 1] });
  try {
    await run(["read-tree", "-u", "-m", from, after]);
  } catch (error) {
    await rm(join(folder, journal), { force: true });
    if (!(error instanceof GitError)) throw error;
    const files = [...error.stderr.matchAll(/^(?:error: )?(?:Untracked working tree file|Entry) '(.+?)'/gm)];
    throw dirty(
      place,
      files.map(([, name = ""]) => name),
    );
  }
}

/** Forgets a move whose branch has followed. */
export const finishMove = (folder: string): Promise<void> => rm(join(folder, journal), { force: true });

/** Takes a move back whose branch could not follow. */
export async function undoMove(
  folder: string,
  move: WorktreeMove,
  settings: OriginalSettings,
): Promise<void> {
  const run = inWorktree(folder, move.place, settings);
  const to = move.before ?? (await emptyTreeOf(folder));
  const changed = await listWorktreeChanges(folder, move.place, settings, move.after);
  // What was changed meanwhile is the user's: it stays, and so does all else.
  if (changed.length === 0) await run(["read-tree", "-u", "-m", move.after, to]);
  await finishMove(folder);
}

/** Takes back what a killed process left half done; `tip` is where the branch is now. */
export async function recoverMove(
  folder: string,
  tip: (ref: string) => Promise<string | null>,
): Promise<void> {
  const text = await readFile(join(folder, journal), "utf8").catch(() => null);
  if (text === null) return;
  const { settings, ...move } = JSON.parse(text) as WorktreeMove & { settings: OriginalSettings };
  const at = await tip(move.place.ref);
  if (at === move.before && existsSync(move.place.folder)) {
    await undoMove(folder, move, settings).catch(() => finishMove(folder));
  } else await finishMove(folder);
}

async function requireMovable(
  folder: string,
  { place, before, after }: WorktreeMove,
  settings: OriginalSettings,
): Promise<void> {
  if (!existsSync(place.folder)) throw dirty(place, [], "is not there");
  if (place.busy) throw dirty(place, [], "is in the middle of a merge, rebase or cherry-pick");
  if (existsSync(join(place.gitDir, "index.lock"))) {
    throw new GitRefusal("locked", `Another git process is using ${place.folder}.`, {
      file: join(place.gitDir, "index.lock"),
    });
  }
  if (settings.sparse) throw dirty(place, [], "is a sparse checkout, which Helve does not move");
  if ((await readdir(place.gitDir)).some((name) => name.startsWith("sharedindex."))) {
    throw dirty(place, [], "has a split index, which Helve does not move");
  }
  const files = await listWorktreeChanges(folder, place, settings, before);
  if (files.length > 0) throw dirty(place, files);
  const filtered = await filteredFiles(folder, place, settings, before, after);
  if (filtered.length > 0)
    throw dirty(place, filtered, "has files that pass through a filter, which Helve does not run");
}

/** Files of the change that `.gitattributes` sends through a filter, such as Git LFS. */
async function filteredFiles(
  folder: string,
  place: CheckedOut,
  settings: OriginalSettings,
  before: string | null,
  after: string,
): Promise<string[]> {
  const from = before ?? (await emptyTreeOf(folder));
  const changed = await gitText(folder, [
    "diff-tree",
    "-r",
    "-z",
    "--name-only",
    "--no-renames",
    from,
    after,
  ]);
  const run = inWorktree(folder, place, settings);
  const { stdout } = await run(["check-attr", "-z", "--stdin", "filter"], { input: changed });
  const parts = stdout.toString().split("\0");
  const names: string[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    if (parts[at + 2] !== "unspecified" && parts[at + 2] !== "unset") names.push(parts[at] ?? "");
  }
  return names;
}

/** Names of files that an error carries at most. */
const maxNamed = 20;

function dirty(place: CheckedOut, files: readonly string[], why = "has changes of its own"): GitRefusal {
  return new GitRefusal("dirty_worktree", `The work tree ${place.folder} ${why}. Nothing was changed.`, {
    folder: place.folder,
    files: files.slice(0, maxNamed).join("\n"),
  });
}
