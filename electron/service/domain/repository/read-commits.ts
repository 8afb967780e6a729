import { type ContainingRef, refsContaining } from "../../git/ancestry.ts";
import { type GitCommit, readCommit, readStats, type Stats } from "../../git/commits.ts";
import { countContributors, type GitContributor } from "../../git/contributors.ts";
import { diffTrees } from "../../git/diff-tree.ts";
import type { FileDiff } from "../../git/finish-file.ts";
import { cachedCount, log } from "../../git/log.ts";
import { resolveCommit } from "../../git/refs.ts";
import { emptyTreeOf } from "../../git/tree-object.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { commitState } from "../ci/commit-status.ts";
import { projectRepository } from "../originals/original-state.ts";
import { Paged, type PageRequest } from "../paged.ts";
import { badParameter, notFound } from "../refusal.ts";
import { resolveOrDefault } from "./read-tree.ts";

/** A commit with the state of its checks, and the numbers of its lines where they were counted. */
export interface CommitDetails {
  readonly commit: GitCommit;
  readonly stats: Stats | null;
  readonly state: ReturnType<typeof commitState>;
}

/** Returns the hash of the commit that a hash, branch or tag names. Throws `notFound`. */
export async function requireCommit(store: ServiceStore, project: Project, rev: string): Promise<string> {
  const found = await resolveCommit(projectRepository(store, project), rev);
  if (!found) throw notFound("Commit");
  return found;
}

/** Returns the commit of a hash with its details; its lines are counted where `withStats` is true. */
export async function describeCommit(
  store: ServiceStore,
  project: Project,
  id: string,
  { withStats, signal }: { readonly withStats: boolean; readonly signal: AbortSignal },
): Promise<CommitDetails> {
  const repository = projectRepository(store, project);
  // Counting its lines reads the commit too.
  const stats = withStats ? await readStats(repository, [id], signal) : null;
  const commit = await readCommit(repository, id);
  return { commit, stats: stats?.get(id) ?? null, state: commitState(store, project, id) };
}

/** Filters and order of a list of commits. */
interface CommitQuery {
  readonly ref_name?: string;
  readonly all?: boolean;
  readonly path?: string;
  readonly since?: string;
  readonly until?: string;
  readonly author?: string;
  readonly first_parent?: boolean;
  readonly order?: "default" | "topo";
  readonly with_stats?: boolean;
}

/**
 * Returns the requested page of a project's commits, newest first; counted where that is known without a walk. Throws
 * `notFound` for an unknown ref and `badParameter` for a path or author that git cannot search for. `signal` ends git.
 */
export async function findCommits(
  store: ServiceStore,
  project: Project,
  query: CommitQuery,
  { number, perPage }: PageRequest,
  signal: AbortSignal,
): Promise<Paged<CommitDetails>> {
  const repository = projectRepository(store, project);
  const ref = query.ref_name ?? project.defaultBranch;
  if (ref === null) return new Paged([], { total: 0 });
  const from = query.all ? "all" : await resolveCommit(repository, ref);
  if (from === null) throw notFound("Commit");
  if (query.path?.includes("\0") || query.path?.split("/").includes("..")) {
    throw badParameter("path", "is invalid");
  }
  if (query.author?.includes("\0")) throw badParameter("author", "is invalid");
  const { path, since, until, author, first_parent: firstParent, order } = query;
  const range = { skip: (number - 1) * perPage, limit: perPage + 1 };
  const options = { from, path, since, until, author, firstParent, order, ...range };
  const commits = await log(repository, options, signal);
  const total = await cachedCount(repository, options, commits.length);
  const page = commits.slice(0, perPage);
  const ids = page.map(({ id }) => id);
  const stats = query.with_stats ? await readStats(repository, ids, signal) : null;
  const items = page.map((commit) => ({
    commit,
    stats: stats?.get(commit.id) ?? null,
    state: commitState(store, project, commit.id),
  }));
  return new Paged(items, total === null ? { more: commits.length > perPage } : { total });
}

/** Returns the branches and tags that contain a commit, or those of one type. `signal` ends git. */
export function refsWith(
  store: ServiceStore,
  project: Project,
  id: string,
  type: string | undefined,
  signal: AbortSignal,
): Promise<readonly ContainingRef[]> {
  const types = type === "branch" || type === "tag" ? ([type] as const) : (["branch", "tag"] as const);
  return refsContaining(projectRepository(store, project), id, types, signal);
}

/** Returns the requested page of the files that a commit changed against its first parent. `signal` ends git. */
export async function changesOfCommit(
  store: ServiceStore,
  project: Project,
  id: string,
  { number, perPage }: PageRequest,
  signal: AbortSignal,
): Promise<Paged<FileDiff>> {
  const repository = projectRepository(store, project);
  const parent = await repository.objects.check(`${id}^1`);
  const from = parent?.id ?? (await emptyTreeOf(repository));
  const diff = await diffTrees(repository, from, id, signal);
  const files = await diff.slice((number - 1) * perPage, number * perPage);
  return new Paged(files, { total: diff.total });
}

/**
 * Returns who wrote the commits of the default branch, by fewest commits first unless requested otherwise. `signal`
 * ends git.
 */
export async function findContributors(
  store: ServiceStore,
  project: Project,
  {
    order_by: key = "commits",
    sort,
  }: {
    readonly order_by?: "name" | "email" | "commits";
    readonly sort?: "asc" | "desc";
  },
  signal: AbortSignal,
): Promise<GitContributor[]> {
  const head = await resolveOrDefault(store, project, undefined);
  if (!head) return [];
  const people = await countContributors(projectRepository(store, project), head, signal);
  const sign = sort === "desc" ? -1 : 1;
  return people.toSorted((a, b) =>
    key === "commits" ? sign * (a.commits - b.commits) : sign * a[key].localeCompare(b[key]),
  );
}
