import { basename } from "node:path";
import { linkRepository } from "../../git/originals/linked-repository.ts";
import { findLayout, type OriginalLayout, toAbsolute } from "../../git/originals/original-layout.ts";
import { checkOutsideObjects } from "../../git/originals/original-objects.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { checkPlainNames } from "../../git/originals/plain-names.ts";
import { unreadable } from "../../git/originals/unreadable.ts";
import { folderResponds } from "../../git/originals/volume.ts";
import { removeOwnFolder } from "../../git/own-files.ts";
import { workTreeAt } from "../../git/worktree/work-tree-claim.ts";
import { findOriginalByPath, saveOriginal } from "../../store/projects/originals.ts";
import {
  deleteProject,
  findProject,
  findProjectByPath,
  type Project,
} from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { createProject } from "../projects/create-project.ts";
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
  const named = await Promise.all((request.worktrees ?? []).map(workTreeAt));
  const agreedWorktrees = [...new Set([...(known?.agreedWorktrees ?? []), ...named])];
  if (layout.kind !== "bundle") {
    await checkPlainNames(layout);
    await checkOutsideObjects(layout, borrowed);
  }
  const project = known
    ? findProject(store, known.projectId)
    : await addProject(store, user, layout, request.name);
  if (!project) throw new Error(`no project of ${layout.path}`);
  try {
    if (layout.kind !== "bundle") {
      await linkRepository(project.repositoryPath, layout, await readSettings(layout));
    }
    const original = {
      ...layout,
      projectId: project.id,
      borrowed,
      agreedWorktrees,
      identity: await identityOf(layout),
      tips: [],
      openedAt: new Date().toISOString(),
      removedAt: null,
    };
    saveOriginal(store, original);
    await watchOf(store).observeAndFollow(project.id);
    requireOriginal(original);
  } catch (error) {
    if (!known) await discard(store, project);
    throw error;
  }
  const opened = findProject(store, project.id) ?? project;
  if (!known) emitSystemEvent(store, { name: "project_create", project: opened });
  return opened;
}

function addProject(store: Store, user: User, layout: OriginalLayout, name?: string): Promise<Project> {
  const title = name ?? basename(layout.path).replace(/\.(?:git|bundle)$/, "");
  return createProject(store, {
    name: title,
    path: freeSlug(store, user, title),
    userId: user.id,
    creatorId: user.id,
    visibility: "private",
    description: `Opened from ${layout.path}`,
    origin: layout.commonDir,
  });
}

async function discard(store: Store, project: Project): Promise<void> {
  watchOf(store).forget(project.id);
  deleteProject(store, project.id);
  await removeOwnFolder(project.repositoryPath);
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
