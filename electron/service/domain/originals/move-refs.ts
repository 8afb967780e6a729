import { join } from "node:path";
import { GitRefusal } from "../../git/git-refusal.ts";
import { carryObjects } from "../../git/originals/carry-objects.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { removeOwn } from "../../git/own-files.ts";
import { isNoObject } from "../../git/refs/refs.ts";
import { symbolicRefs } from "../../git/refs/symbolic-refs.ts";
import {
  prepareFolders,
  type RefUpdate,
  type UpdateRefsOptions,
  updateRefs,
} from "../../git/refs/update-refs.ts";
import { openRepository } from "../../git/repository.ts";
import { type CheckedOut, listCheckedOut } from "../../git/worktree/checked-out.ts";
import type { WorktreeMove } from "../../git/worktree/in-worktree.ts";
import { finishMove, startMove, undoMove } from "../../git/worktree/update-worktree.ts";
import { findOriginal, type OriginalRow } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { checkOriginal, isReadOnly, requireOriginal } from "./original-state.ts";
import { watchOf } from "./watch-originals.ts";

export interface MoveRefsOptions extends Pick<UpdateRefsOptions, "message"> {
  /** User who moves them. */
  readonly user?: User | undefined;
  /** Move a checked-out branch together with its clean work tree. */
  readonly updateWorktree?: boolean | undefined;
}

/**
 * Updates refs of a project, all or none, each only from where the caller had read it: the step "ref" of `updateBranch`,
 * which checks, records and follows. In a repository that was opened from disk the objects go into the original first.
 * Returns false where a ref is elsewhere by now. Throws {@link GitRefusal} where the original may not be written.
 */
export async function moveRefs(
  store: Store,
  project: Project,
  updates: readonly RefUpdate[],
  options: MoveRefsOptions = {},
): Promise<boolean> {
  const original = project.origin === null ? null : findOriginal(store, project.id);
  return original
    ? moveInOriginal(store, project, original, updates, options)
    : updateRefs(project.repositoryPath, updates, options);
}

async function moveInOriginal(
  store: Store,
  project: Project,
  original: OriginalRow,
  updates: readonly RefUpdate[],
  options: MoveRefsOptions,
): Promise<boolean> {
  await checkOriginal(original);
  requireOriginal(original);
  if (await isReadOnly(original)) {
    throw new GitRefusal("read_only", `${original.path} can only be read.`, { path: original.path });
  }
  const settings = await readSettings(original);
  const repository = openRepository(project.repositoryPath);
  // A symbolic ref may be deleted; an update would replace it by a branch.
  const rewritten = updates.flatMap(({ ref, after }) => (isNoObject(after) ? [] : [ref]));
  for (const [ref, target] of await symbolicRefs(repository.folder, rewritten)) throw symbolic(ref, target);
  const worktree = await worktreeMove(repository.folder, original, updates, options.updateWorktree ?? false);
  const tips = updates.filter(({ after }) => !isNoObject(after)).map(({ after }) => after);
  const objects = join(original.commonDir, "objects");
  await prepareFolders(original.commonDir, settings.reflogs);
  const release =
    tips.length > 0 ? await carryObjects(repository, objects, tips, settings.partial) : async () => {};
  const watch = watchOf(store);
  try {
    return await watch.duringOwnMove(project, updates, () =>
      move(repository.folder, updates, worktree, settings.reflogs, options),
    );
  } finally {
    await release();
    // Updating HEAD's branch may create a log of HEAD, with commits that the original may prune.
    await removeOwn(join(repository.folder, "logs"), "HEAD");
  }
}

async function move(
  folder: string,
  updates: readonly RefUpdate[],
  worktree: WorktreeMove | null,
  reflogs: boolean,
  options: MoveRefsOptions,
): Promise<boolean> {
  const started = worktree && (await startMove(folder, worktree));
  if (worktree && !started) return false;
  let moved = false;
  try {
    moved = await updateRefs(folder, updates, { ...options, reflogs });
  } finally {
    if (started) await (moved ? finishMove(folder, started) : undoMove(folder, started));
  }
  return moved;
}

/** Returns the refs of a project that work trees on disk have checked out; none where it was not opened from disk. */
export async function checkedOutRefs(store: Store, project: Project): Promise<ReadonlySet<string>> {
  const original = findOriginal(store, project.id);
  const worktrees = original ? await listCheckedOut(project.repositoryPath, original) : [];
  return new Set(worktrees.map(({ ref }) => ref));
}

/** Returns the work tree to update; null where no branch is checked out. Throws where it may not. */
async function worktreeMove(
  folder: string,
  original: OriginalRow,
  updates: readonly RefUpdate[],
  agreed: boolean,
): Promise<WorktreeMove | null> {
  const worktrees = await listCheckedOut(folder, original);
  const moves = updates.flatMap((update) =>
    worktrees.filter(({ ref }) => ref === update.ref).map((worktree) => ({ worktree, update })),
  );
  const [first, second] = moves;
  if (!first) return null;
  const { worktree, update } = first;
  // Updates of two work trees cannot be undone together.
  if (!agreed || isNoObject(update.after) || second) throw checkedOut(worktree, isNoObject(update.after));
  return {
    worktree,
    // Each work tree may have settings of its own.
    settings: await readSettings({ ...original, gitDir: worktree.gitDir }),
    before: isNoObject(update.before) ? null : update.before,
    after: update.after,
  };
}

const nameOf = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, "");

/** Returns the refusal to write to a symbolic ref. */
export const symbolic = (ref: string, target: string): GitRefusal =>
  new GitRefusal(
    "symbolic_ref",
    `${nameOf(ref)} is a symbolic ref to ${nameOf(target)}. Write to ${nameOf(target)}.`,
    {
      branch: nameOf(ref),
      target: nameOf(target),
    },
  );

function checkedOut({ ref, folder }: CheckedOut, deleting: boolean): GitRefusal {
  const branch = ref.replace("refs/heads/", "");
  const choices = deleting
    ? "Check out another branch there first."
    : "Commit to a new branch, or let Helve move the branch together with the files of its clean work tree.";
  return new GitRefusal("checked_out", `${branch} is checked out in ${folder}. ${choices}`, {
    branch,
    folder,
  });
}
