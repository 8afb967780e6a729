import type { GitCommit } from "../../git/commits.ts";
import { GitError, GitRefusal } from "../../git/git-errors.ts";
import { log } from "../../git/log.ts";
import { readTreeListing } from "../../git/ls-tree.ts";
import { resolveCommit } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Group } from "../../store/groups/groups.ts";
import { listProjectsIn, type Project } from "../../store/projects/projects.ts";
import { readableProjects, visibleProjects } from "../../store/projects/readable-projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { commitState } from "../ci/commit-status.ts";
import { projectRepository } from "../originals/original-state.ts";
import { badParameter, notFound, Refusal } from "../refusal.ts";
import { findWiki, wikiBranch, wikiTip } from "../wiki/wiki-repository.ts";
import { type BlobMatch, findBlobMatches, findMatches } from "./find-blob-matches.ts";
import type { CommitDetails } from "./read-commits.ts";

/** Something that was found, with its project. */
export interface Found<T> {
  readonly project: Project;
  readonly found: T;
}

/** Results of a search, in their order. */
export interface Findings<T> {
  readonly items: readonly Found<T>[];
  /** Whether there may be more than these. */
  readonly isCut: boolean;
}

/** Lines of a file that match, with the branch, tag or commit that they are of. */
export interface FoundLines extends BlobMatch {
  readonly ref: string;
}

/** Commits of one project, and of all of them together, after which a search ends. */
const maxCommits = 1_000;
/** Results after which a search in several projects ends. */
const maxItems = 5_000;
/** Milliseconds after which a search in several projects ends. */
const maxMs = 30_000;

/** Returns the lines of a project's files that match, as `findBlobMatches` does. */
export async function searchFiles(
  store: ServiceStore,
  project: Project,
  query: { readonly ref?: string; readonly search: string; readonly regex?: boolean },
  signal: AbortSignal,
): Promise<Findings<FoundLines>> {
  const search = await findBlobMatches(store, project, query, signal);
  if (!search) return nothing;
  const { ref, matches, isCut } = search;
  return { items: matches.map((match) => ({ project, found: { ...match, ref } })), isCut };
}

/**
 * Returns the pages of a project's wiki whose names match, then the lines that do; nothing where it has no wiki. `signal`
 * ends git. Throws `badParameter`.
 */
export async function searchWiki(
  store: ServiceStore,
  project: Project,
  search: string,
  signal: AbortSignal,
): Promise<Findings<FoundLines>> {
  const repository = findWiki(store, project);
  const tip = repository && (await wikiTip(repository));
  if (!repository || !tip) return nothing;
  const ref = await wikiBranch(repository);
  const { matches, isCut } = await findMatches(repository, tip, { search }, signal);
  const listing = await readTreeListing(repository, tip, "", true, signal);
  const words = search.trim().toLowerCase();
  const named = (listing?.entries ?? []).filter(
    ({ type, path }) => type === "blob" && nameOf(path).includes(words),
  );
  const all = [...named.map(({ path, id }) => ({ path, start: 1, data: "", blob: id })), ...matches];
  return { items: all.map((match) => ({ project, found: { ...match, ref } })), isCut };
}

/** Returns a wiki page's name as it is read: blanks where its file has dashes. */
const nameOf = (path: string): string =>
  path
    .replace(/\.[^./]*$/, "")
    .replaceAll("-", " ")
    .toLowerCase();

/**
 * Returns the commits of a project whose messages contain a text, newest first, after the one whose hash begins with it.
 * `signal` ends git. Throws `notFound` for an unknown ref, and `badParameter`.
 */
export async function searchCommits(
  store: ServiceStore,
  project: Project,
  { ref = project.defaultBranch, search }: { readonly ref?: string | null; readonly search: string },
  signal: AbortSignal,
): Promise<Findings<GitCommit>> {
  if (ref === null) return nothing;
  // Lines of a pattern would each be one.
  if (/[\0\n]/.test(search)) throw badParameter("search", "is invalid");
  const repository = projectRepository(store, project);
  const from = await resolveCommit(repository, ref);
  if (from === null) throw notFound("Commit");
  const isHash = /^[0-9a-f]{7,64}$/i.test(search);
  const id = isHash ? await resolveCommit(repository, search.toLowerCase()) : null;
  const named = id === null ? [] : await log(repository, { from: id, limit: 1 }, signal);
  const commits = await log(repository, { from, message: search, limit: maxCommits + 1 }, signal);
  const all = [...named, ...commits.slice(0, maxCommits).filter((commit) => commit.id !== id)];
  return { items: all.map((found) => ({ project, found })), isCut: commits.length > maxCommits };
}

/** Returns a commit that was found with the state of its checks. */
export const describeFoundCommit = (
  store: ServiceStore,
  { project, found }: Found<GitCommit>,
): CommitDetails => ({ commit: found, stats: null, state: commitState(store, project, found.id) });

const timeOf = ({ committedAt }: GitCommit): number => (committedAt ? Date.parse(committedAt) : 0);

/** Returns commits of several projects together, newest first. */
export const newestFirst = ({ items, isCut }: Findings<GitCommit>): Findings<GitCommit> => ({
  items: items.toSorted((a, b) => timeOf(b.found) - timeOf(a.found)).slice(0, maxCommits),
  isCut: isCut || items.length > maxCommits,
});

/** Returns the projects whose code the caller may read, in a group where given, the latest activity first. */
export const projectsToSearch = (caller: Caller, group?: Group): Project[] =>
  listProjectsIn(caller.store, readableProjects(caller.store, requireCaller(caller), group));

/** Returns the projects whose wiki the caller may read, in a group where given, the latest activity first. */
export const wikisToSearch = (caller: Caller, group?: Group): Project[] =>
  listProjectsIn(caller.store, visibleProjects(caller.store, requireCaller(caller), group)).filter(
    ({ wikiEnabled }) => wikiEnabled,
  );

/**
 * Searches projects one after the other, until enough was found or the time is over. A project whose repository cannot be
 * read now has no results, and the findings are cut. `signal` ends git.
 */
export async function searchEach<T>(
  projects: readonly Project[],
  search: (project: Project, signal: AbortSignal) => Promise<Findings<T>>,
  signal: AbortSignal,
): Promise<Findings<T>> {
  const timeout = AbortSignal.timeout(maxMs);
  const either = AbortSignal.any([signal, timeout]);
  const items: Found<T>[] = [];
  let isCut = false;
  for (const project of projects) {
    if (items.length >= maxItems || timeout.aborted) return { items: items.slice(0, maxItems), isCut: true };
    try {
      const found = await search(project, either);
      items.push(...found.items);
      isCut ||= found.isCut;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Refusal && error.kind === "notFound") continue;
      const isUnreadable = error instanceof GitRefusal || error instanceof GitError || timeout.aborted;
      if (!isUnreadable) throw error;
      isCut = true;
    }
  }
  return { items, isCut };
}

const nothing = { items: [], isCut: false };
