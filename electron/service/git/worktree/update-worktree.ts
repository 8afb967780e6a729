import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { GitError } from "../git-error.ts";
import { emptyTreeOf } from "../objects/empty-tree.ts";
import { foreignFolder } from "../originals/foreign.ts";
import { readOwn, removeOwn, writeOwn } from "../own-files.ts";
import {
  dirtyWorktree,
  listStagedChanges,
  listWorktreeChanges,
  requireClean,
  requireMovable,
} from "./check-worktree.ts";
import { checksOut } from "./checked-out.ts";
import { inWorktree, type WorktreeMove } from "./in-worktree.ts";
import { lockIndex, ownsIndex, replaceIndex, unlockIndex } from "./index-lock.ts";
import { restoreWorktree } from "./restore-worktree.ts";
import { findClaimObstacle } from "./work-tree-claim.ts";

/** A move that was begun: the work tree is at `after`, its index still at `before`, and locked. */
export interface StartedMove extends WorktreeMove {
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
export async function startMove(folder: string, move: WorktreeMove): Promise<StartedMove | null> {
  const { worktree, before, after } = move;
  await requireMovable(folder, move);
  const started = { ...move, owner: `helve ${randomUUID()}\n` };
  await writeJournal(folder, { ...started, writes: false });
  try {
    await lockIndex(worktree.gitDir, started.owner);
    if (!(await checksOut(folder, worktree))) {
      await endMove(folder, started);
      return null;
    }
    await requireClean(folder, move);
    const next = join(folder, nextIndex);
    await removeOwn(folder, nextIndex);
    await foreignFolder(worktree.gitDir).copyTo("index", next);
    await writeJournal(folder, { ...started, writes: true });
    const run = inWorktree(folder, move, next);
    // Outdated file times in the index would make read-tree fail.
    await run(["update-index", "-q", "--ignore-submodules", "--refresh"], { expect: [0, 1] });
    await run(["read-tree", "-u", "-m", before ?? (await emptyTreeOf(folder)), after]);
    return started;
  } catch (error) {
    await endMove(folder, started);
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
export async function finishMove(folder: string, move: StartedMove): Promise<void> {
  await replaceIndex(move.worktree.gitDir, join(folder, nextIndex));
  await endMove(folder, move);
}

/** Undoes the update of a work tree whose branch was not updated. */
export async function undoMove(folder: string, move: StartedMove): Promise<void> {
  const { before, after } = move;
  const next = join(folder, nextIndex);
  const changed = await listWorktreeChanges(folder, move, after, next);
  if (changed.length === 0) {
    await inWorktree(
      folder,
      move,
      next,
    )(["read-tree", "-u", "-m", after, before ?? (await emptyTreeOf(folder))]);
    await replaceIndex(move.worktree.gitDir, next);
  } else await restoreWorktree(folder, move);
  await endMove(folder, move);
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
  folder: string,
  tip: (ref: string) => Promise<string | null>,
): Promise<void> {
  const text = await readOwn(folder, journal);
  if (text === null) return;
  const move = parseJournal(text);
  if (move === null) return removeJournal(folder);
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
    if ((await listStagedChanges(folder, move, before)).length > 0) return;
    const at = await tip(worktree.ref);
    if (at === after) await replaceIndex(worktree.gitDir, join(folder, nextIndex));
    else if (at === before) await restoreWorktree(folder, move);
  } finally {
    await endMove(folder, move);
  }
}
