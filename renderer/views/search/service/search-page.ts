import type { QueryClient } from "@tanstack/react-query";
import type { AnyOperation, InputOf, OutputOf } from "../../../../shared/api/contract/operation.ts";
import { listGroupProjects } from "../../../../shared/api/resources/groups.ts";
import { listGroupIssues, listIssues, listProjectIssues } from "../../../../shared/api/resources/issues.ts";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { listProjects } from "../../../../shared/api/resources/projects.ts";
import {
  type BlobMatch,
  searchBlobs,
  searchCommits,
  searchGroupBlobs,
  searchGroupCommits,
  searchGroupIssues,
  searchGroupMergeRequests,
  searchGroupMilestones,
  searchGroupNotes,
  searchGroupProjects,
  searchGroupUsers,
  searchGroupWikis,
  searchIssues,
  searchMergeRequests,
  searchMilestones,
  searchNotes,
  searchProjectBlobs,
  searchProjectCommits,
  searchProjectIssues,
  searchProjectMergeRequests,
  searchProjectMilestones,
  searchProjectNotes,
  searchProjects,
  searchProjectUsers,
  searchProjectWiki,
  searchUsers,
  searchWikis,
} from "../../../../shared/api/resources/search.ts";
import { listUsers } from "../../../../shared/api/resources/users.ts";
import { type Problem, ProblemError } from "../../../../shared/errors.ts";
import { isLacking } from "../../../api/extensions.ts";
import { type JsonResponse, requestOperation } from "../../../api/fetch-operation.ts";
import { useRecentProjects } from "../../../state/recent-projects.ts";
import { cachedResults } from "./cached-results.ts";
import type { Found } from "./found.ts";
import type { SearchScope, Within } from "./scopes.ts";

/** A search of one scope, and the page of it that is wanted. */
export interface SearchCall {
  readonly account: string;
  /** Whether it is Helve's own service, which has every search: what it refuses is an error. */
  readonly isLocal: boolean;
  readonly scope: SearchScope;
  readonly within: Within;
  readonly text: string;
  readonly page: number;
  readonly perPage: number;
  readonly signal: AbortSignal;
  readonly client: QueryClient;
}

/**
 * Origin of results: the service's search; its lists, by title and description; recent projects, one after the other;
 * or what is cached, since the service cannot search or cannot be reached.
 */
export type Source =
  | { readonly kind: "search" | "lists" }
  | {
      readonly kind: "recent";
      readonly projects: readonly string[];
      /** Projects that could not be searched now. */
      readonly failed: readonly string[];
      /** Results of a project after which there may be more; null where all are shown. */
      readonly limit: number | null;
    }
  | { readonly kind: "cached"; readonly isOffline: boolean };

/** A page of results. */
export interface FoundPage {
  readonly items: readonly Found[];
  readonly source: Source;
  /** Results in all, where that is known. */
  readonly total: number | undefined;
  readonly nextPage: number | null;
}

/** Recent projects that are searched where a service searches single projects alone. */
const maxProjects = 6;

/** Codes of problems for which cached results are better than none. */
const unreachable: readonly string[] = ["offline", "unavailable", "timeout", "tls"];

const isUnreachable = (error: unknown): boolean =>
  error instanceof ProblemError && unreachable.includes(error.problem.code);

/**
 * Returns a page of results. A service without the search is asked for its lists, then for single projects that were opened
 * recently; else what is cached is searched. Throws ProblemError.
 */
export async function searchPage(call: SearchCall): Promise<FoundPage> {
  try {
    const found = await readScope(call);
    if (found) return found;
    const recent = call.within.kind === "project" ? null : await searchRecentProjects(call);
    return recent ?? cachedPage(cachedResults(call), false);
  } catch (error) {
    if (call.page > 1 || !isUnreachable(error)) throw error;
    const items = cachedResults(call);
    if (items.length === 0) throw error;
    return cachedPage(items, true);
  }
}

const cachedPage = (items: readonly Found[], isOffline: boolean): FoundPage => ({
  items,
  source: { kind: "cached", isOffline },
  total: items.length,
  nextPage: null,
});

/**
 * Searches the projects of the account, or of the group, that were opened last; null where none of them can be searched.
 * Throws ProblemError where the service cannot be reached, and where each project that could be searched failed.
 */
async function searchRecentProjects(call: SearchCall): Promise<FoundPage | null> {
  const { pinned, recent } = useRecentProjects.getState();
  const { account, within } = call;
  const isWithin = (path: string) =>
    within.kind !== "group" || path.toLowerCase().startsWith(`${within.path.toLowerCase()}/`);
  const own = [...pinned, ...recent].filter((each) => each.account === account && isWithin(each.path));
  const paths = [...new Set(own.map(({ path }) => path))].slice(0, maxProjects);
  const searched: { readonly path: string; readonly page: FoundPage }[] = [];
  const failures: { readonly path: string; readonly error: ProblemError }[] = [];
  for (const path of paths) {
    try {
      const page = await readScope({ ...call, within: { kind: "project", path } });
      if (page) searched.push({ path, page });
    } catch (error) {
      if (!(error instanceof ProblemError) || isUnreachable(error) || error.problem.code === "canceled")
        throw error;
      failures.push({ path, error });
    }
  }
  const [failure] = failures;
  if (searched.length === 0) {
    if (failure) throw failure.error;
    return null;
  }
  const items = searched.flatMap(({ page }) => page.items);
  const isCut = searched.some(({ page }) => page.nextPage !== null);
  return {
    items,
    source: {
      kind: "recent",
      projects: searched.map(({ path }) => path),
      failed: failures.map(({ path }) => path),
      limit: isCut ? call.perPage : null,
    },
    total: isCut || failure ? undefined : items.length,
    nextPage: null,
  };
}

/**
 * Returns whether a service cannot search so, according to its response. Of refused parameters only the scope is a search
 * that it lacks: other texts may be searched for.
 */
function isWithout(problem: Problem): boolean {
  if (problem.reason) return false;
  const words = problem.detail.replace(/^.*?: HTTP 400: /s, "");
  return problem.status === 400 ? /scope/i.test(`${problem.message} ${words}`) : isLacking(problem);
}

type Attempt<T> = Promise<JsonResponse<readonly T[]> | null>;

/** Returns a page of the service's own search, or of a list that it has instead; null where it has neither. */
function readScope(call: SearchCall): Promise<FoundPage | null> {
  const { account, isLocal, within, text: search, signal } = call;
  const page = { page: call.page, per_page: call.perPage };
  const query = { ...page, search };
  const id = within.kind === "all" ? "" : within.path;
  const run = <O extends AnyOperation & { readonly response: { readonly kind: "json" } }>(
    operation: O,
    input: InputOf<O>,
  ): Promise<JsonResponse<OutputOf<O>>> => requestOperation(account, operation, input, { signal });
  /** Calls the search of the level; null where the service has none, or none for this group or project. */
  const attempt = async <O extends AnyOperation & { readonly response: { readonly kind: "json" } }>(
    operation: O,
    input: InputOf<O>,
  ): Promise<JsonResponse<OutputOf<O>> | null> => {
    try {
      return await run(operation, input);
    } catch (error) {
      if (isLocal || !(error instanceof ProblemError) || !isWithout(error.problem)) throw error;
      return null;
    }
  };
  const pick = <T>(all: () => Attempt<T>, group: () => Attempt<T>, project: () => Attempt<T>): Attempt<T> =>
    within.kind === "all" ? all() : within.kind === "group" ? group() : project();
  const byScope: Readonly<Record<SearchScope, () => Promise<FoundPage | null>>> = {
    projects() {
      const scope = { ...query, scope: "projects" as const };
      const listed = { ...query, simple: true, order_by: "last_activity_at" as const };
      return toPage(
        pick(
          () => attempt(searchProjects, scope),
          () => attempt(searchGroupProjects, { ...scope, id }),
          async () => null,
        ),
        () =>
          pick(
            () => run(listProjects, listed),
            () => run(listGroupProjects, { ...listed, id, include_subgroups: true }),
            async () => null,
          ),
        (project): Found => ({ kind: "project", project }),
      );
    },
    issues() {
      const scope = { ...query, scope: "issues" as const };
      const listed = { ...query, scope: "all" as const, state: "all" as const };
      return toPage(
        pick(
          () => attempt(searchIssues, scope),
          () => attempt(searchGroupIssues, { ...scope, id }),
          () => attempt(searchProjectIssues, { ...scope, id }),
        ),
        () =>
          pick(
            () => run(listIssues, listed),
            () => run(listGroupIssues, { ...listed, id }),
            () => run(listProjectIssues, { ...listed, id }),
          ),
        (issue): Found => ({ kind: "issue", issue }),
      );
    },
    merge_requests() {
      const scope = { ...query, scope: "merge_requests" as const };
      const listed = { ...query, scope: "all" as const, state: "all" as const };
      return toPage(
        pick(
          () => attempt(searchMergeRequests, scope),
          () => attempt(searchGroupMergeRequests, { ...scope, id }),
          () => attempt(searchProjectMergeRequests, { ...scope, id }),
        ),
        () =>
          pick(
            () => run(listMergeRequests, listed),
            () => run(listGroupMergeRequests, { ...listed, id }),
            () => run(listProjectMergeRequests, { ...listed, id }),
          ),
        (mergeRequest): Found => ({ kind: "merge_request", mergeRequest }),
      );
    },
    users() {
      const scope = { ...query, scope: "users" as const };
      return toPage(
        pick(
          () => attempt(searchUsers, scope),
          () => attempt(searchGroupUsers, { ...scope, id }),
          () => attempt(searchProjectUsers, { ...scope, id }),
        ),
        () => run(listUsers, query),
        (user): Found => ({ kind: "user", user }),
      );
    },
    milestones() {
      const scope = { ...query, scope: "milestones" as const };
      return toPage(
        pick(
          () => attempt(searchMilestones, scope),
          () => attempt(searchGroupMilestones, { ...scope, id }),
          () => attempt(searchProjectMilestones, { ...scope, id }),
        ),
        null,
        (milestone): Found => ({ kind: "milestone", milestone }),
      );
    },
    notes() {
      const scope = { ...query, scope: "notes" as const };
      return toPage(
        pick(
          () => attempt(searchNotes, scope),
          () => attempt(searchGroupNotes, { ...scope, id }),
          () => attempt(searchProjectNotes, { ...scope, id }),
        ),
        null,
        (note): Found => ({ kind: "note", note, project: projectOf(within, note.project_id) }),
      );
    },
    commits() {
      const scope = { ...query, scope: "commits" as const };
      return toPage(
        pick(
          () => attempt(searchCommits, scope),
          () => attempt(searchGroupCommits, { ...scope, id }),
          () => attempt(searchProjectCommits, { ...scope, id }),
        ),
        null,
        (commit): Found => ({ kind: "commit", commit, project: projectOf(within, commit.project_id) }),
      );
    },
    blobs() {
      const scope = { ...query, scope: "blobs" as const };
      return toPage(
        pick(
          () => attempt(searchBlobs, scope),
          () => attempt(searchGroupBlobs, { ...scope, id }),
          () => attempt(searchProjectBlobs, { ...scope, id }),
        ),
        null,
        toLines(within, false),
      );
    },
    wiki_blobs() {
      const scope = { ...query, scope: "wiki_blobs" as const };
      return toPage(
        pick(
          () => attempt(searchWikis, scope),
          () => attempt(searchGroupWikis, { ...scope, id }),
          () => attempt(searchProjectWiki, { ...scope, id }),
        ),
        null,
        toLines(within, true),
      );
    },
  };
  return byScope[call.scope]();
}

/** Returns the project of a result: that which is searched, else its id. */
const projectOf = (within: Within, id: number | null | undefined): string =>
  within.kind === "project" ? within.path : String(id ?? "");

const toLines =
  (within: Within, isWiki: boolean) =>
  (match: BlobMatch): Found => ({
    kind: "lines",
    match,
    project: projectOf(within, match.project_id),
    isWiki,
  });

/** Returns the results of a search, or of a list in its place where the service has none; null where there is no list. */
async function toPage<T>(
  searched: Attempt<T>,
  list: (() => Attempt<T>) | null,
  toFound: (entry: T) => Found,
): Promise<FoundPage | null> {
  const own = await searched;
  const response = own ?? (list && (await list()));
  if (!response) return null;
  const { total, nextPage } = response.paging;
  return {
    items: response.data.map(toFound),
    source: { kind: own ? "search" : "lists" },
    total: total ?? undefined,
    nextPage,
  };
}
