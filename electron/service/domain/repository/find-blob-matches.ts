import { type GrepMatch, grep } from "../../git/grep.ts";
import { readTreeListing } from "../../git/ls-tree.ts";
import { resolveCommit } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { projectRepository } from "../originals/original-state.ts";
import { badParameter, notFound } from "../refusal.ts";

/** A match of a search in files; `blob` is set for a file that was found by its path. */
export interface BlobMatch extends GrepMatch {
  readonly blob?: string;
}

/** Result of a search in files at a ref. */
interface BlobSearch {
  readonly ref: string;
  readonly matches: readonly BlobMatch[];
  /** Whether there may be more matches than these. */
  readonly isCut: boolean;
}

/**
 * Returns the lines of files that match at a ref, or the files whose paths match for a search without a text; null
 * where the project has no commits. Throws `notFound` for an unknown ref and `badParameter` for a text that git cannot search for.
 */
export async function findBlobMatches(
  store: ServiceStore,
  project: Project,
  query: { readonly ref?: string; readonly search: string; readonly regex?: boolean },
  signal: AbortSignal,
): Promise<BlobSearch | null> {
  const ref = query.ref ?? project.defaultBranch;
  if (ref === null) return null;
  const repository = projectRepository(store, project);
  const commit = await resolveCommit(repository, ref);
  if (!commit) throw notFound("Commit");
  return { ref, ...(await findMatches(repository, commit, query, signal)) };
}

/** Returns the matches of a search in a commit's files, as {@link findBlobMatches}. */
export async function findMatches(
  repository: Repository,
  commit: string,
  query: { readonly search: string; readonly regex?: boolean },
  signal: AbortSignal,
): Promise<Omit<BlobSearch, "ref">> {
  // git grep matches no NUL and no line feed.
  if (/[\0\n]/.test(query.search)) throw badParameter("search", "is invalid");
  const { text, accepts } = readSearchQuery(query.search);
  if (text.trim() === "") {
    const listing = accepts ? await readTreeListing(repository, commit, "", true, signal) : null;
    const files = (listing?.entries ?? []).filter(({ type, path }) => type === "blob" && accepts?.(path));
    const matches = files.map(({ path, id }) => ({ path, start: 1, data: "", blob: id }));
    return { matches, isCut: listing?.isCut ?? false };
  }
  const options = { commit, text, accepts, key: accepts ? query.search : "", regex: query.regex ?? false };
  const { matches, cut } = await grep(repository, options, signal);
  return { matches, isCut: cut };
}

type PathTest = (path: string) => boolean;

/** A parsed search in files: the text, and which paths match. */
interface SearchQuery {
  readonly text: string;
  /** Undefined where every path is. */
  readonly accepts: PathTest | undefined;
}

const filterStart = /^(-?)(filename|path|extension):(.+)$/s;

/**
 * Parses the filters of a search like real services: `filename:` matches the end of a path, `path:` any part of it and
 * `extension:` what follows its last dot, all whatever their case; `*` matches any characters, `-` in front excludes.
 */
export function readSearchQuery(search: string): SearchQuery {
  const filters: PathTest[] = [];
  const words: string[] = [];
  for (const token of search.split(/\s(?=(?:[^"]|"[^"]*")*$)/)) {
    const match = filterStart.exec(token);
    const [, minus, name = "", quoted = ""] = match ?? [];
    const value = quoted.replace(/^"|"$/g, "");
    const test = testOf(name, value);
    if (match && value !== "") filters.push(minus === "-" ? (path) => !test(path) : test);
    else words.push(token);
  }
  return {
    // Without filters the text is taken as it was written, blanks at its ends included.
    text: filters.length === 0 ? search : words.filter(Boolean).join(" "),
    accepts: filters.length === 0 ? undefined : (path) => filters.every((test) => test(path)),
  };
}

/** Compares part by part from the left, so that no pattern makes it slow. */
function testOf(name: string, value: string): PathTest {
  const parts = (name === "extension" ? `.${value}` : value).toLowerCase().split(/\*+/);
  const last = parts.pop() ?? "";
  const toEnd = name !== "path";
  return (path) => {
    const text = path.toLowerCase();
    let at = 0;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return toEnd ? text.length - last.length >= at && text.endsWith(last) : text.includes(last, at);
  };
}
