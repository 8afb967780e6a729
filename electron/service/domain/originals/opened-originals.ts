import { basename, resolve } from "node:path";
import { timeNow } from "../../clock.ts";
import { findWorktreeObstacle, listWorktreeChanges } from "../../git/check-worktree.ts";
import { listCheckedOut } from "../../git/checked-out.ts";
import { foreignFolder } from "../../git/foreign.ts";
import { unreadable } from "../../git/git-errors.ts";
import type { GitFolder } from "../../git/git-folder.ts";
import { linkRepository } from "../../git/linked-repository.ts";
import { countPins } from "../../git/merge-request-refs.ts";
import { findLayout, type OriginalLayout, toAbsolute } from "../../git/original-layout.ts";
import { checkOutsideObjects } from "../../git/original-objects.ts";
import { readSettings } from "../../git/original-settings.ts";
import { checkPlainNames } from "../../git/plain-names.ts";
import { branchTip } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  findOriginal,
  findOriginalByPath,
  listOriginals,
  type OriginalRow,
  saveOriginal,
} from "../../store/projects/originals.ts";
import {
  addFolderRemovals,
  deleteProject,
  findProject,
  findProjectByPath,
  type Project,
} from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireProject } from "../access/require-access.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { createProject, type ProjectSteps, removeRecordedFolders } from "../projects/write-project.ts";
import { notFound } from "../refusal.ts";
import { checkOriginal, folderIdentity, isReadOnly, requireOriginal } from "./original-state.ts";
import { watchOf } from "./watch-originals.ts";

/** Returns a project that was opened from disk, with its original. Throws `notFound` for all others, and `forbidden` below owner. */
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
export async function listOpened(store: ServiceStore) {
  const described = listOriginals(store).map(async (original) => {
    const project = findProject(store, original.projectId);
    return project ? [await describeOriginal(store, original, project)] : [];
  });
  return (await Promise.all(described)).flat();
}

/** Returns an original as the list has it. */
async function describeOriginal(store: ServiceStore, original: OriginalRow, project: Project) {
  return {
    project_id: project.id,
    name: project.name,
    path_with_namespace: project.fullPath,
    path: original.path,
    kind: original.kind,
    ...(await checkOriginal(store, original)),
    last_opened_at: original.openedAt,
  };
}

/** Returns the original of a project with what is on disk now; null where it was not opened from disk. */
export async function inspectOriginal(caller: Caller, id: string | number) {
  const { store } = caller;
  const project = requireProject(caller, id, "reporter");
  const original = findOriginal(store, project.id);
  if (!original) return null;
  const listed = await describeOriginal(store, original, project);
  const settings = (await store.git.volumes.originalResponds(original))
    ? await readSettings(store.git, original).catch(() => null)
    : null;
  const ready = listed.state === "ready";
  const repository = store.git.open(project.repositoryPath);
  const shallow =
    ready && original.kind !== "bundle" ? await foreignFolder(original.commonDir).stat("shallow") : null;
  return {
    ...listed,
    shallow: (shallow?.size ?? 0n) > 0n,
    partial: settings?.partial ?? false,
    read_only: ready && (await isReadOnly(store, original)),
    object_format: settings?.objectFormat ?? "sha1",
    ref_format: settings?.refFormat ?? "files",
    checked_out: ready ? await describeCheckedOut(original, repository) : [],
    kept_refs: ready ? await countPins(repository) : 0,
  };
}

async function describeCheckedOut(original: OriginalRow, repository: Repository) {
  const worktrees = await listCheckedOut(repository, original);
  return Promise.all(
    worktrees.map(async (worktree) => {
      const settings = await readSettings(repository.git, { ...original, gitDir: worktree.gitDir });
      const branch = worktree.ref.replace(/^refs\/heads\//, "");
      const tip = await branchTip(repository, branch);
      const target = { worktree, settings };
      const obstacle = await findWorktreeObstacle(repository, target);
      const { folder } = worktree;
      if (obstacle !== null) return { branch, folder, clean: null, obstacle };
      const files = await listWorktreeChanges(repository, target, tip).catch(() => null);
      return { branch, folder, clean: files && files.length === 0, obstacle };
    }),
  );
}

/** Removes a project from the list of opened repositories; its data stays for when it is opened again. */
export function removeOriginal(store: ServiceStore, original: OriginalRow): void {
  saveOriginal(store, { ...original, removedAt: timeNow(store) });
  watchOf(store).forget(original.projectId);
}

interface OpenRequest {
  readonly path: string;
  readonly name?: string;
  /** Object folders outside of the repository that the user agreed to. */
  readonly borrow?: readonly string[];
  /** Work trees outside of the repository, which it alone names, that the user agreed to. */
  readonly worktrees?: readonly string[];
}

/**
 * Opens a repository of this machine's disk as a project of its user; one that was opened before is the same project
 * again, with its merge requests and comments. Nothing is copied, and nothing changes in the original. Throws
 * {@link GitRefusal}.
 */
export async function openOriginal(store: ServiceStore, user: User, request: OpenRequest): Promise<Project> {
  const path = toAbsolute(request.path);
  if (!(await store.git.volumes.folderResponds(path))) throw unreadable(path, "ETIMEDOUT");
  const layout = await findLayout(path);
  const known = findOriginalByPath(store, user.id, layout.path);
  const borrowed = [...new Set([...(known?.borrowed ?? []), ...(request.borrow ?? [])])];
  // Without following links: the name that the user agreed to is the folder itself.
  const named = (request.worktrees ?? []).map((folder) => resolve(folder));
  const agreedWorktrees = [...new Set([...(known?.agreedWorktrees ?? []), ...named])];
  if (layout.kind !== "bundle") {
    await checkPlainNames(layout);
    await checkOutsideObjects(layout, borrowed);
  }
  const opening = {
    ...layout,
    borrowed,
    agreedWorktrees,
    identity: await folderIdentity(store, layout),
    tips: [],
    openedAt: timeNow(store),
    removedAt: null,
  };
  const steps = {
    prepare: async (repository: GitFolder) => {
      if (layout.kind !== "bundle")
        await linkRepository(repository, layout, await readSettings(store.git, layout));
    },
    record: ({ id }: Project) => saveOriginal(store, { ...opening, projectId: id }),
  };
  const project = known
    ? await openAgain(store, known.projectId, steps)
    : await addProject(store, user, layout, request.name, steps);
  if (!project) throw new Error(`no project of ${layout.path}`);
  try {
    await watchOf(store).observeAndFollow(project.id);
    requireOriginal(store, { ...opening, projectId: project.id });
  } catch (error) {
    if (!known) await discard(store, project);
    throw error;
  }
  const opened = findProject(store, project.id) ?? project;
  if (!known) emitSystemEvent(store, { name: "project_create", project: opened });
  return opened;
}

/** Links the project of a repository that was opened before. Returns null where it is gone. */
async function openAgain(
  store: ServiceStore,
  projectId: number,
  { prepare, record }: Required<ProjectSteps>,
): Promise<Project | null> {
  const project = findProject(store, projectId);
  if (!project) return null;
  await prepare(store.git.open(project.repositoryPath));
  record(project);
  return project;
}

function addProject(
  store: ServiceStore,
  user: User,
  layout: OriginalLayout,
  name: string | undefined,
  steps: ProjectSteps,
): Promise<Project> {
  const title = name ?? basename(layout.path).replace(/\.(?:git|bundle)$/, "");
  const project = {
    name: title,
    path: freeSlug(store, user, title),
    userId: user.id,
    creatorId: user.id,
    visibility: "private",
    description: `Opened from ${layout.path}`,
    origin: layout.commonDir,
  } as const;
  return createProject(store, project, steps);
}

async function discard(store: ServiceStore, project: Project): Promise<void> {
  watchOf(store).forget(project.id);
  store.transaction(() => {
    addFolderRemovals(store, [project.repositoryPath]);
    deleteProject(store, project.id);
  });
  await removeRecordedFolders(store);
}

function freeSlug(store: ServiceStore, user: User, title: string): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^a-z0-9_.-]+/g, "-")
      .replace(/^[-.]+|(?<![-.])[-.]+$/g, "") || "repository";
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!findProjectByPath(store, `${user.username}/${slug}`)) return slug;
  }
}
