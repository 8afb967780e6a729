import { openRepository, type Repository } from "../../git/repository.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { requireOriginal } from "./original-state.ts";

/** Returns the git repository of a project. Throws GitRefusal where it was opened from disk and is not there now. */
export function projectRepository(store: Store, project: Project): Repository {
  const original = project.origin === null ? null : findOriginal(store, project.id);
  if (original) requireOriginal(original);
  return openRepository(project.repositoryPath);
}
