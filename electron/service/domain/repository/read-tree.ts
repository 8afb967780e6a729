import { readListing, type TreeListing, tooManyEntries } from "../../git/objects/trees.ts";
import { resolveCommit, resolveTree } from "../../git/refs/refs.ts";
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

/**
 * Returns the entries of a folder at a ref, with those of all folders below it where `recursive`; of too many the first.
 * Throws 404.
 */
export async function readTree(
  store: Store,
  project: Project,
  query: {
    readonly ref?: string | undefined;
    readonly path?: string | undefined;
    readonly recursive?: boolean | undefined;
  },
  signal: AbortSignal,
): Promise<TreeListing> {
  const repository = projectRepository(store, project);
  const commit = await resolveOrDefault(store, project, query.ref);
  const root = commit ?? (query.ref === undefined ? null : await resolveTree(repository, query.ref));
  if (!root) throw notFound("Tree");
  const listing = await readListing(repository, root, query.path ?? "", query.recursive ?? false, signal);
  if (!listing) throw notFound("Tree");
  return listing;
}

/** Throws the refusal of a page behind the end of a listing that was cut, so that whoever reads all pages notices. */
export function requirePage({ entries, isCut }: TreeListing, start: number): void {
  if (isCut && start >= entries.length) throw tooManyEntries();
}
