import { type GrepMatch, grep } from "../../git/grep/grep.ts";
import { readListing } from "../../git/objects/trees.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import { badParameter, notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { readSearchQuery } from "./search-query.ts";

/** A match of a search in files; `blob` is set for a file that was found by its path. */
export interface BlobMatch extends GrepMatch {
  readonly blob?: string;
}

/** Result of a search in files at a ref. */
export interface BlobSearch {
  readonly ref: string;
  readonly matches: readonly BlobMatch[];
  /** Whether there may be more matches than these. */
  readonly isCut: boolean;
}

/**
 * Returns the lines of files that match at a ref, or the files whose paths match for a search without a text; null
 * where the project has no commits. Throws 404 for an unknown ref and 400 for a text that git cannot search for.
 */
export async function searchBlobs(
  store: Store,
  project: Project,
  query: { readonly ref?: string | undefined; readonly search: string; readonly regex?: boolean | undefined },
  signal: AbortSignal,
): Promise<BlobSearch | null> {
  const ref = query.ref ?? project.defaultBranch;
  if (ref === null) return null;
  const repository = projectRepository(store, project);
  const commit = await resolveCommit(repository, ref);
  if (!commit) throw notFound("Commit");
  // git grep matches no NUL and no line feed.
  if (/[\0\n]/.test(query.search)) throw badParameter("search is invalid");
  const { text, accepts } = readSearchQuery(query.search);
  if (text.trim() === "") {
    const listing = accepts ? await readListing(repository, commit, "", true, signal) : null;
    const files = (listing?.entries ?? []).filter(({ type, path }) => type === "blob" && accepts?.(path));
    const matches = files.map(({ path, id }) => ({ path, start: 1, data: "", blob: id }));
    return { ref, matches, isCut: listing?.isCut ?? false };
  }
  const options = { commit, text, accepts, key: accepts ? query.search : "", regex: query.regex ?? false };
  const { matches, cut } = await grep(repository, options, signal);
  return { ref, matches, isCut: cut };
}
