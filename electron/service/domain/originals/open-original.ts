import { basename, resolve } from "node:path";
import { linkRepository } from "../../git/originals/linked-repository.ts";
import { findLayout, type OriginalLayout, toAbsolute } from "../../git/originals/original-layout.ts";
import { checkOutsideObjects } from "../../git/originals/original-objects.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { checkPlainNames } from "../../git/originals/plain-names.ts";
import { unreadable } from "../../git/originals/unreadable.ts";
import { folderResponds } from "../../git/originals/volume.ts";
import { addFolderRemovals } from "../../store/projects/folder-removals.ts";
import { findOriginalByPath, saveOriginal } from "../../store/projects/originals.ts";
import {
  deleteProject,
  findProject,
  findProjectByPath,
  type Project,
} from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { createProject, type ProjectSteps, removeRecordedFolders } from "../projects/create-project.ts";
import { emitSystemEvent } from "../system-hooks/system-events.ts";
import { identityOf, requireOriginal } from "./original-state.ts";
import { watchOf } from "./watch-originals.ts";

export interface OpenRequest {
  readonly path: string;
  readonly name?: string | undefined;
  /** Object folders outside of the repository that the user agreed to. */
  readonly borrow?: readonly string[] | undefined;
  /** Work trees outside of the repository, which it alone names, that the user agreed to. */
  readonly worktrees?: readonly string[] | undefined;
}

/**
 * Opens a repository of this machine's disk as a project of its user; one that was opened before is the same project
 * again, with its merge requests and comments. Nothing is copied, and nothing changes in the original. Throws
 * {@link GitRefusal}.
 */
export async function openOriginal(store: Store, user: User, request: OpenRequest): Promise<Project> {
  const path = toAbsolute(request.path);
  if (!(await folderResponds(path))) throw unreadable(path, "ETIMEDOUT");
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
    identity: await identityOf(layout),
    tips: [],
    openedAt: new Date().toISOString(),
    removedAt: null,
  };
  const steps = {
    prepare: async (folder: string) => {
      if (layout.kind !== "bundle") await linkRepository(folder, layout, await readSettings(layout));
    },
    record: ({ id }: Project) => saveOriginal(store, { ...opening, projectId: id }),
  };
  const project = known
    ? await openAgain(store, known.projectId, steps)
    : await addProject(store, user, layout, request.name, steps);
  if (!project) throw new Error(`no project of ${layout.path}`);
  try {
    await watchOf(store).observeAndFollow(project.id);
    requireOriginal({ ...opening, projectId: project.id });
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
  store: Store,
  projectId: number,
  { prepare, record }: Required<ProjectSteps>,
): Promise<Project | null> {
  const project = findProject(store, projectId);
  if (!project) return null;
  await prepare(project.repositoryPath);
  record(project);
  return project;
}

function addProject(
  store: Store,
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

async function discard(store: Store, project: Project): Promise<void> {
  watchOf(store).forget(project.id);
  store.transaction(() => {
    addFolderRemovals(store, [project.repositoryPath]);
    deleteProject(store, project.id);
  });
  await removeRecordedFolders(store);
}

function freeSlug(store: Store, user: User, title: string): string {
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
