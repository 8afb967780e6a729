import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import {
  dirtyWorktree,
  listStagedChanges,
  listWorktreeChanges,
  requireClean,
  requireMovable,
} from "./check-worktree.ts";
import { checksOut } from "./checked-out.ts";
import { foreignFolder } from "./foreign.ts";
import { GitError } from "./git-errors.ts";
import type { GitFolder, GitRuntime } from "./git-folder.ts";
import { readOwn, removeOwn, writeOwn } from "./own-files.ts";
import { inWorktree, restoreWorktree, type WorktreeMove } from "./restore-worktree.ts";
import { emptyTreeOf } from "./tree-object.ts";
import { lockedBy } from "./update-refs.ts";
import { findClaimObstacle } from "./work-tree-claim.ts";

/** A move that was begun: the work tree is at `after`, its index still at `before`, and locked. */
interface StartedMove extends WorktreeMove {
  /** Content of the lock, by which it is recognised after a kill. */
  readonly owner: string;
}

/** File in Helve's git folder that names a work tree whose branch is not updated yet. */
const journal = "moving-worktree";
/** Index of the work tree at `after`, until it replaces the other one. */
const nextIndex = "moving-index";

/**
 * Updates the files of a clean work tree to a commit, as `receive.denyCurrentBranch=updateInstead` does. Its index
 * stays locked, so that no other git commits or switches branches in between, until {@link finishMove} or {@link
 * undoMove}. Returns null where another branch is checked out by now. Throws {@link GitRefusal} where anything would be
 * lost; nothing is touched then.
 */
export async function startMove(repository: GitFolder, move: WorktreeMove): Promise<StartedMove | null> {
  const { worktree, before, after } = move;
  await requireMovable(repository, move);
  const started = { ...move, owner: `helve ${randomUUID()}\n` };
  await writeJournal(repository.folder, { ...started, writes: false });
  try {
    await lockIndex(worktree.gitDir, started.owner);
    if (!(await checksOut(repository, worktree))) {
      await endMove(repository.folder, started);
      return null;
    }
    await requireClean(repository, move);
    const next = join(repository.folder, nextIndex);
    await removeOwn(repository.folder, nextIndex);
    await foreignFolder(worktree.gitDir).copyTo("index", next);
    await writeJournal(repository.folder, { ...started, writes: true });
    const run = inWorktree(repository, move, next);
    // Outdated file times in the index would make read-tree fail.
    await run(["update-index", "-q", "--ignore-submodules", "--refresh"], { expect: [0, 1] });
    await run(["read-tree", "-u", "-m", before ?? (await emptyTreeOf(repository)), after]);
    return started;
  } catch (error) {
    await endMove(repository.folder, started);
    if (!(error instanceof GitError)) throw error;
    const files = [...error.stderr.matchAll(/^(?:error: )?(?:Untracked working tree file|Entry) '(.+?)'/gm)];
    throw dirtyWorktree(
      worktree,
      files.map(([, name = ""]) => name),
    );
  }
}

/** A move as it is stored, with whether files of the work tree may have been written. */
const storedMove = z.object({
  worktree: z.object({
    ref: z.string(),
    folder: z.string(),
    gitDir: z.string(),
    obstacle: z.string().nullable(),
    claim: z
      .object({ opened: z.string(), agreed: z.array(z.string()), isLinked: z.boolean() })
      .default({ opened: "", agreed: [], isLinked: true }),
  }),
  settings: z.object({ checkout: z.array(z.string()), sparse: z.boolean() }),
  before: z.string().nullable(),
  after: z.string(),
  owner: z.string(),
  writes: z.boolean(),
});
type StoredMove = z.output<typeof storedMove>;

async function writeJournal(folder: string, move: StartedMove & Pick<StoredMove, "writes">): Promise<void> {
  await writeOwn(folder, journal, JSON.stringify(move));
}

/** Returns the move that a journal names; null where the journal is damaged. */
function parseJournal(text: string): StoredMove | null {
  try {
    return storedMove.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Replaces the index of the work tree, once the branch is updated. */
export async function finishMove(repository: GitFolder, move: StartedMove): Promise<void> {
  await replaceIndex(repository.git, move.worktree.gitDir, join(repository.folder, nextIndex));
  await endMove(repository.folder, move);
}

/** Undoes the update of a work tree whose branch was not updated. */
export async function undoMove(repository: GitFolder, move: StartedMove): Promise<void> {
  const { before, after } = move;
  const next = join(repository.folder, nextIndex);
  const changed = await listWorktreeChanges(repository, move, after, next);
  if (changed.length === 0) {
    await inWorktree(
      repository,
      move,
      next,
    )(["read-tree", "-u", "-m", after, before ?? (await emptyTreeOf(repository))]);
    await replaceIndex(repository.git, move.worktree.gitDir, next);
  } else await restoreWorktree(repository, move);
  await endMove(repository.folder, move);
}

async function endMove(folder: string, { worktree, owner }: StartedMove): Promise<void> {
  if (await ownsIndex(worktree.gitDir, owner)) await unlockIndex(worktree.gitDir);
  await removeJournal(folder);
}

async function removeJournal(folder: string): Promise<void> {
  await removeOwn(folder, journal, nextIndex, `${nextIndex}.lock`);
}

/**
 * Ends a move that a kill interrupted: finishes it where the branch was updated, else undoes it. `tip` returns the
 * branch's current commit. Where git has changed the index since, or the journal is damaged, the work tree is left as
 * it is.
 */
export async function recoverMove(
  repository: GitFolder,
  tip: (ref: string) => Promise<string | null>,
): Promise<void> {
  const text = await readOwn(repository.folder, journal);
  if (text === null) return;
  const move = parseJournal(text);
  if (move === null) return removeJournal(repository.folder);
  const { worktree, before, after, owner, writes } = move;
  try {
    if (
      !writes ||
      (await foreignFolder(worktree.folder)
        .kind("")
        .catch(() => null)) !== "folder"
    )
      return;
    if ((await findClaimObstacle(worktree.claim, worktree.gitDir, worktree.folder)) !== null) return;
    // Somebody may have removed the lock by hand, as git advises.
    if (!(await ownsIndex(worktree.gitDir, owner))) await lockIndex(worktree.gitDir, owner);
    if ((await listStagedChanges(repository, move, before)).length > 0) return;
    const at = await tip(worktree.ref);
    if (at === after) await replaceIndex(repository.git, worktree.gitDir, join(repository.folder, nextIndex));
    else if (at === before) await restoreWorktree(repository, move);
  } finally {
    await endMove(repository.folder, move);
  }
}

/** Milliseconds in which another git process may finish with an index. */
const maxWaitMs = 2_000;
const retryDelayMs = 25;

const lock = "index.lock";

/**
 * Acquires git's own lock of the index in a git folder: until {@link unlockIndex} no git process changes it or commits
 * from it. `owner` is written into the lock. Throws {@link GitRefusal} with the reason `locked` where another one has
 * it.
 */
async function lockIndex(gitDir: string, owner: string): Promise<void> {
  const folder = foreignFolder(gitDir);
  for (const began = performance.now(); !(await folder.create(lock, owner)); await sleep(retryDelayMs))
    if (performance.now() - began > maxWaitMs) throw await lockedBy(join(gitDir, lock));
}

/** Bytes of the longest lock with an owner in it. */
const maxOwnerBytes = 200;

/** Returns whether an owner has the lock of an index, as after a kill. */
const ownsIndex = async (gitDir: string, owner: string): Promise<boolean> =>
  (await foreignFolder(gitDir)
    .readText(lock, maxOwnerBytes)
    .catch(() => null)) === owner;

/** Releases the lock of the index. */
async function unlockIndex(gitDir: string): Promise<void> {
  const folder = foreignFolder(gitDir);
  await folder.removeUnfinished("index");
  await folder.remove(lock);
}

/** Replaces the locked index of a git folder by another file, at once. */
async function replaceIndex({ userUmask }: GitRuntime, gitDir: string, file: string): Promise<void> {
  const folder = foreignFolder(gitDir);
  const before = await folder.stat("index");
  const mode = before?.isFile() ? Number(before.mode) & 0o777 : 0o666 & ~(userUmask ?? process.umask());
  await folder.replace("index", file, mode);
}
