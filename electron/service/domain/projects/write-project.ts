import { join } from "node:path";
import { removeOwnFolder } from "../../git/own-files.ts";
import { createRepository, type Repository, unfinishedEnding } from "../../git/repository.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import {
  addFolderRemovals,
  deleteFolderRemoval,
  insertProject,
  type NewProject,
  nextFolderRemoval,
  nextProjectId,
  type Project,
} from "../../store/projects/projects.ts";

/** Folders of projects that are being made, relative to that of the store. */
const beingMade = perService(() => new Set<string>());

export interface ProjectSteps {
  /** Fills the new repository. */
  readonly prepare?: (repository: Repository) => Promise<void>;
  /** Saves further rows of the project, in the transaction that adds it. */
  readonly record?: (project: Project) => void;
}

/**
 * Creates a project with an empty repository. The repository is created first, so that no project is ever without one. Its
 * folder is recorded to be removed before it is made, and with the project's row no more: a kill leaves no folder.
 */
export async function createProject(
  store: ServiceStore,
  project: NewProject,
  { prepare, record }: ProjectSteps = {},
): Promise<Project> {
  const repository = `${nextProjectId(store)}-${crypto.randomUUID().slice(0, 8)}.git`;
  const folder = join(store.repositories, repository);
  const making = beingMade(store);
  const paths = addFolderRemovals(store, [folder, `${folder}${unfinishedEnding}`]);
  for (const path of paths) making.add(path);
  try {
    await createRepository(store.git, folder);
    await prepare?.(store.git.open(folder));
    return store.transaction(() => {
      const added = insertProject(store, project, repository);
      record?.(added);
      for (const path of paths) deleteFolderRemoval(store, path);
      return added;
    });
  } catch (error) {
    store.git.forget(folder);
    await removeOwnFolder(folder);
    throw error;
  } finally {
    for (const path of paths) making.delete(path);
  }
}

/** Removes the folders of what was deleted, also those that a killed service left. */
export async function removeRecordedFolders(store: ServiceStore): Promise<void> {
  const next = (previous = "") => nextFolderRemoval(store, previous);
  for (let path = next(); path !== null; path = next(path)) {
    if (beingMade(store).has(path)) continue;
    await removeOwnFolder(join(store.folder, path));
    deleteFolderRemoval(store, path);
  }
}
