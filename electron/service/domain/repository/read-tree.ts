import { type GitTreeEntry, listTree } from "../../git/objects/trees.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import { notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

/** Returns the commit that a ref names, of the default branch where `ref` is absent; null where there is none. */
export async function resolveOrDefault(
  store: Store,
  project: Project,
  ref: string | undefined,
): Promise<string | null> {
  const name = ref ?? project.defaultBranch;
  return name === null ? null : resolveCommit(projectRepository(store, project), name);
}

/** Returns the entries of a folder at a ref, with those of all folders below it where `recursive`. Throws 404. */
export async function readTree(
  store: Store,
  project: Project,
  query: {
    readonly ref?: string | undefined;
    readonly path?: string | undefined;
    readonly recursive?: boolean | undefined;
  },
  signal: AbortSignal,
): Promise<readonly GitTreeEntry[]> {
  const commit = await resolveOrDefault(store, project, query.ref);
  if (!commit) throw notFound("Tree");
  const repository = projectRepository(store, project);
  const entries = await listTree(repository, commit, query.path ?? "", query.recursive ?? false, signal);
  if (!entries) throw notFound("Tree");
  return entries;
}
