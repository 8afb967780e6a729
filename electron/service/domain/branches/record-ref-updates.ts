import { recordRefUpdate } from "../../git/maintenance.ts";
import { branchesOf, listRefs } from "../../git/refs/refs.ts";
import { setHead } from "../../git/refs/symbolic-refs.ts";
import type { RefUpdate } from "../../git/refs/update-refs.ts";
import { openRepository } from "../../git/repository.ts";
import { type Project, touchProject } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { refsMoved } from "../events/ref-events.ts";

/** Usual names of default branches, the most common first. */
const commonNames = ["main", "master", "trunk", "develop"];

/**
 * Records refs of a project that have just been updated through the service: the project's activity, the default branch
 * of one that had none, and the event from which pipelines and system hooks start. Also counts the update for the
 * maintenance of the service's own repositories.
 */
export async function recordRefUpdates(
  store: Store,
  project: Project,
  updates: readonly RefUpdate[],
  userId: number | null,
): Promise<void> {
  if (project.origin === null) recordRefUpdate(project.repositoryPath);
  const first = project.defaultBranch === null ? await findFirstBranch(project, branchesOf(updates)) : null;
  touchProject(store, project, first ?? undefined);
  if (first !== null && project.origin === null) {
    await setHead(openRepository(project.repositoryPath), first);
  }
  refsMoved.emit(store, { project, updates, userId });
}

/**
 * Returns the default branch of a project that had no branch so far, or null where it still has none. A push names no
 * `HEAD` (the protocol carries only refs), so of several branches one with a common name is taken, else the first.
 */
async function findFirstBranch(project: Project, updated: readonly string[]): Promise<string | null> {
  if (updated.length === 0) return null;
  const names = (await listRefs(openRepository(project.repositoryPath), "heads")).map(({ name }) => name);
  return [...commonNames, ...updated].find((name) => names.includes(name)) ?? names[0] ?? null;
}
