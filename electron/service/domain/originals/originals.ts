import { foreignFolder } from "../../git/originals/foreign.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { originalResponds } from "../../git/originals/volume.ts";
import { countPins } from "../../git/refs/merge-request-refs.ts";
import { branchTip } from "../../git/refs/refs.ts";
import { openRepository, type Repository } from "../../git/repository.ts";
import { findObstacle, listWorktreeChanges } from "../../git/worktree/check-worktree.ts";
import { listCheckedOut } from "../../git/worktree/checked-out.ts";
import { notFound } from "../../http/http-error.ts";
import {
  findOriginal,
  listOriginals,
  type OriginalRow,
  saveOriginal,
} from "../../store/projects/originals.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { Caller } from "../access/access-level.ts";
import { requireProject } from "../access/require-project.ts";
import { checkOriginal, isReadOnly } from "./original-state.ts";
import { watchOf } from "./watch-originals.ts";

/** Returns a project that was opened from disk, with its original. Throws 404 for all others, and 403 below owner. */
export function requireOpened(
  caller: Caller,
  id: string | number,
): { readonly project: Project; readonly original: OriginalRow } {
  const project = requireProject(caller, id, "owner");
  const original = findOriginal(caller.store, project.id);
  if (!original) throw notFound("Original");
  return { project, original };
}

/** Returns the list of repositories that were opened from disk. */
export async function listOpened(store: Store) {
  const described = listOriginals(store).map(async (original) => {
    const project = findProject(store, original.projectId);
    return project ? [await describeOriginal(original, project)] : [];
  });
  return (await Promise.all(described)).flat();
}

/** Returns an original as the list has it. */
async function describeOriginal(original: OriginalRow, project: Project) {
  return {
    project_id: project.id,
    name: project.name,
    path_with_namespace: project.fullPath,
    path: original.path,
    kind: original.kind,
    ...(await checkOriginal(original)),
    last_opened_at: original.openedAt,
  };
}

/** Returns the original of a project with what is on disk now; null where it was not opened from disk. */
export async function inspectOriginal(caller: Caller, id: string | number) {
  const project = requireProject(caller, id, "reporter");
  const original = findOriginal(caller.store, project.id);
  if (!original) return null;
  const listed = await describeOriginal(original, project);
  const settings = (await originalResponds(original)) ? await readSettings(original).catch(() => null) : null;
  const ready = listed.state === "ready";
  const repository = openRepository(project.repositoryPath);
  const shallow =
    ready && original.kind !== "bundle" ? await foreignFolder(original.commonDir).stat("shallow") : null;
  return {
    ...listed,
    shallow: (shallow?.size ?? 0n) > 0n,
    partial: settings?.partial ?? false,
    read_only: ready && (await isReadOnly(original)),
    object_format: settings?.objectFormat ?? "sha1",
    ref_format: settings?.refFormat ?? "files",
    checked_out: ready ? await describeCheckedOut(original, repository) : [],
    kept_refs: ready ? await countPins(repository) : 0,
  };
}

async function describeCheckedOut(original: OriginalRow, repository: Repository) {
  const worktrees = await listCheckedOut(repository.folder, original);
  return Promise.all(
    worktrees.map(async (worktree) => {
      const settings = await readSettings({ ...original, gitDir: worktree.gitDir });
      const branch = worktree.ref.replace(/^refs\/heads\//, "");
      const tip = await branchTip(repository, branch);
      const target = { worktree, settings };
      const obstacle = await findObstacle(repository.folder, target);
      const { folder } = worktree;
      if (obstacle !== null) return { branch, folder, clean: null, obstacle };
      const files = await listWorktreeChanges(repository.folder, target, tip).catch(() => null);
      return { branch, folder, clean: files && files.length === 0, obstacle };
    }),
  );
}

/** Removes a project from the list of opened repositories; its data stays for when it is opened again. */
export function removeOriginal(store: Store, original: OriginalRow): void {
  saveOriginal(store, { ...original, removedAt: new Date().toISOString() });
  watchOf(store).forget(original.projectId);
}
