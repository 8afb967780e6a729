import { join } from "node:path";
import { carryObjects } from "../../git/carry-objects.ts";
import { type CheckedOut, listCheckedOut } from "../../git/checked-out.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import type { GitFolder } from "../../git/git-folder.ts";
import { readSettings } from "../../git/original-settings.ts";
import { removeOwn } from "../../git/own-files.ts";
import { isNoObject } from "../../git/refs.ts";
import type { WorktreeMove } from "../../git/restore-worktree.ts";
import { symbolicRefs } from "../../git/symbolic-refs.ts";
import { prepareFolders, type RefUpdate, type UpdateRefsOptions, updateRefs } from "../../git/update-refs.ts";
import { finishMove, startMove, undoMove } from "../../git/update-worktree.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal, type OriginalRow } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import { checkOriginal, isReadOnly, requireOriginal } from "./original-state.ts";
import { watchOf } from "./watch-originals.ts";

export interface MoveRefsOptions extends Pick<UpdateRefsOptions, "message"> {
  /** User who moves them. */
  readonly user?: User;
  /** Move a checked-out branch together with its clean work tree. */
  readonly updateWorktree?: boolean;
}

/**
 * Updates refs of a project, all or none, each only from where the caller had read it: the step "ref" of `updateBranch`,
 * which checks, records and follows. In a repository that was opened from disk the objects go into the original first.
 * Returns false where a ref is elsewhere by now. Throws {@link GitRefusal} where the original may not be written.
 */
export async function moveRefs(
  store: ServiceStore,
  project: Project,
  updates: readonly RefUpdate[],
  options: MoveRefsOptions = {},
): Promise<boolean> {
  const original = project.origin === null ? null : findOriginal(store, project.id);
  return original
    ? moveInOriginal(store, project, original, updates, options)
    : updateRefs(store.git.open(project.repositoryPath), updates, options);
}

async function moveInOriginal(
  store: ServiceStore,
  project: Project,
  original: OriginalRow,
  updates: readonly RefUpdate[],
  options: MoveRefsOptions,
): Promise<boolean> {
  await checkOriginal(store, original);
  requireOriginal(store, original);
  if (await isReadOnly(store, original)) {
    throw new GitRefusal("read_only", `${original.path} can only be read.`, { path: original.path });
  }
  const settings = await readSettings(store.git, original);
  const repository = store.git.open(project.repositoryPath);
  // A symbolic ref may be deleted; an update would replace it by a branch.
  const rewritten = updates.flatMap(({ ref, after }) => (isNoObject(after) ? [] : [ref]));
  for (const [ref, target] of await symbolicRefs(repository, rewritten)) throw symbolic(ref, target);
  const worktree = await worktreeMove(repository, original, updates, options.updateWorktree ?? false);
  const tips = updates.filter(({ after }) => !isNoObject(after)).map(({ after }) => after);
  const objects = join(original.commonDir, "objects");
  await prepareFolders(store.git, original.commonDir, settings.reflogs);
  const release =
    tips.length > 0 ? await carryObjects(repository, objects, tips, settings.partial) : async () => {};
  const watch = watchOf(store);
  try {
    return await watch.duringOwnMove(project, updates, () =>
      move(repository, updates, worktree, settings.reflogs, options),
    );
  } finally {
    await release();
    // Updating HEAD's branch may create a log of HEAD, with commits that the original may prune.
    await removeOwn(join(repository.folder, "logs"), "HEAD");
  }
}

async function move(
  repository: GitFolder,
  updates: readonly RefUpdate[],
  worktree: WorktreeMove | null,
  reflogs: boolean,
  options: MoveRefsOptions,
): Promise<boolean> {
  const started = worktree && (await startMove(repository, worktree));
  if (worktree && !started) return false;
  let moved = false;
  try {
    moved = await updateRefs(repository, updates, { ...options, reflogs });
  } finally {
    if (started) await (moved ? finishMove(repository, started) : undoMove(repository, started));
  }
  return moved;
}

/** Returns the refs of a project that work trees on disk have checked out; none where it was not opened from disk. */
export async function checkedOutRefs(store: ServiceStore, project: Project): Promise<ReadonlySet<string>> {
  const original = findOriginal(store, project.id);
  const worktrees = original ? await listCheckedOut(store.git.open(project.repositoryPath), original) : [];
  return new Set(worktrees.map(({ ref }) => ref));
}

/** Returns the work tree to update; null where no branch is checked out. Throws where it may not. */
async function worktreeMove(
  repository: GitFolder,
  original: OriginalRow,
  updates: readonly RefUpdate[],
  agreed: boolean,
): Promise<WorktreeMove | null> {
  const worktrees = await listCheckedOut(repository, original);
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
    settings: await readSettings(repository.git, { ...original, gitDir: worktree.gitDir }),
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
