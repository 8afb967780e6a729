import { join } from "node:path";
import { createRepository } from "../../git/repository.ts";
import {
  insertProject,
  type NewProject,
  nextProjectId,
  type Project,
} from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";

/** Creates a project with an empty repository. */
export async function createProject(store: Store, project: NewProject): Promise<Project> {
  const repository = `${nextProjectId(store)}-${crypto.randomUUID().slice(0, 8)}.git`;
  // The repository is created first, so that no project is ever without one.
  await createRepository(join(store.repositories, repository));
  return insertProject(store, project, repository);
}
