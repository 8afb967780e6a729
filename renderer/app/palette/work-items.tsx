import { type InfiniteData, useQueries, useQueryClient } from "@tanstack/react-query";
import { CircleDot, GitCommitHorizontal, GitPullRequest, Search } from "lucide-react";
import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommit, listCommits } from "../../../shared/api/resources/commits.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listMergeRequests, listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { toProblem } from "../../api/fetch-host.ts";
import type { JsonResponse } from "../../api/fetch-operation.ts";
import { operationQuery, useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { projectOfMergeRequest } from "../../features/merge-requests/merge-request-project.ts";
import { useAccountLabel, useAccounts } from "../../state/host-state.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { type RecentWork, useRecentWorkList } from "../../state/recent-work.ts";
import { pathOfHref } from "../../state/route-status.ts";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { useSettled } from "../../ui/panes/use-settled.ts";
import { useAppLocation, useCurrentAccount } from "../navigation/app-location.ts";
import { MarkedText } from "./found-items.tsx";
import { type FoundItems, type PaletteItem, type PaletteScope, rank } from "./palette-item.ts";

/** Recent projects that are searched beside the one at hand. */
const maxProjects = 3;
/** Milliseconds without typing after which services are asked. */
export const debounceMs = 150;
/** Milliseconds for which lists of a project are fresh. */
export const freshMs = 60_000;
/** Entries that services list at once: of the project at hand, and of any other. */
export const pageSizes = { own: 100, other: 50, search: 20 } as const;

interface ProjectAddress {
  readonly account: string;
  /** Full path. */
  readonly project: string;
}

/** Returns the project at hand, then recent ones. */
export function useSearchedProjects(): readonly ProjectAddress[] {
  const location = useAppLocation();
  const { recent, pinned } = useRecentProjects();
  const accounts = useAccounts();
  const own = location.kind === "project" ? [location] : [];
  const others = [...recent, ...pinned]
    .map(({ account, path }) => ({ account, project: path }))
    .filter(({ account }) => accounts.some(({ id }) => id === account));
  const all = new Map(
    [...own, ...others].map(({ account, project }) => [`${account} ${project}`, { account, project }]),
  );
  return [...all.values()].slice(0, own.length + maxProjects);
}

/** Returns what was opened last and matches: before anything is typed the latest, without the page that is shown. */
export function useRecentItems(scope: PaletteScope, text: string): readonly PaletteItem[] {
  const work = useRecentWorkList((state) => state.work);
  const accounts = useAccounts();
  const label = useAccountLabel();
  const kind = kindOfScope[scope] ?? null;
  if (scope !== "all" && kind === null) return [];
  const here = window.location.pathname + window.location.search;
  const known = work
    .filter((entry) => entry.href !== here && (kind === null || entry.kind === kind))
    .filter(({ account }) => accounts.some(({ id }) => id === account))
    .map((entry) => ({ ...entry, label: entry.kind === "file" ? nameOf(entry.name) : entry.name }));
  return rank(known, text, text ? 3 : 6).map(({ item, positions }) => ({
    id: `recent-${work.findIndex(({ href }) => href === item.href)}`,
    label: item.label,
    marked: <MarkedText text={item.label} positions={positions} />,
    hint: [whereOf(item), label(item.account)].filter(Boolean).join(" · "),
    ...(item.kind === "file" ? { mark: <FileIcon name={item.label} /> } : { icon: workIcons[item.kind] }),
    section: "Recent",
    target: { href: item.href },
  }));
}

/** Kinds of what was opened, by the scopes that search them alone. */
const kindOfScope: Readonly<Partial<Record<PaletteScope, RecentWork["kind"]>>> = {
  files: "file",
  "merge-requests": "merge_request",
  issues: "issue",
};
const workIcons = { merge_request: GitPullRequest, issue: CircleDot, commit: GitCommitHorizontal } as const;
const signs: Readonly<Partial<Record<RecentWork["kind"], string>>> = { merge_request: "!", issue: "#" };

/** Returns the project of what was opened, with the folder of a file or the number of a merge request or issue. */
function whereOf({ kind, project, href, name }: RecentWork): string {
  const folder = kind === "file" ? folderOf(name) : "";
  const sign = signs[kind];
  const number = sign ? nameOf(pathOfHref(href)) : "";
  return `${project}${number ? `${sign}${number}` : ""}${folder ? ` · ${folder}` : ""}`;
}

/** Returns merge requests of all projects, the one at hand and recent ones first, by title, author and number such as `!29`. */
export function useMergeRequestItems(scope: PaletteScope, text: string): FoundItems {
  const projects = useSearchedProjects();
  const location = useAppLocation();
  const label = useAccountLabel();
  const isWanted = scope === "merge-requests" || (scope === "all" && text.length >= 2);
  const number = scope === "merge-requests" && /^\d{1,9}$/.test(text) ? Number(text) : null;
  const typed = useSettled(text, debounceMs);
  const inProject = location.kind === "project";
  const everything = { scope: "all", state: "all", order_by: "updated_at" } as const;
  const lists = useQueries({
    queries: isWanted
      ? projects.map(({ account: of, project }, index) => ({
          ...operationQuery(of, listProjectMergeRequests, {
            ...everything,
            id: project,
            per_page: inProject && index === 0 ? pageSizes.own : pageSizes.other,
          }),
          staleTime: freshMs,
        }))
      : [],
  });
  // What the lists do not reach; the query of a text that was typed further is canceled.
  const own = inProject ? projects[0] : undefined;
  const isSearched = isWanted && typed === text && (number !== null || typed.length >= 3);
  const searches = useQueries({
    queries: !isSearched
      ? []
      : number !== null
        ? projects.map(({ account: of, project }) =>
            operationQuery(of, listProjectMergeRequests, {
              scope: "all",
              state: "all",
              id: project,
              iids: [number],
            }),
          )
        : own
          ? [
              operationQuery(own.account, listProjectMergeRequests, {
                ...everything,
                id: own.project,
                search: typed,
                per_page: pageSizes.search,
              }),
            ]
          : [],
  });
  const overall = useOverallMergeRequests(scope, isSearched ? typed : null, number !== null);
  if (!isWanted) return { items: [], loading: false, error: null };
  const found = new Map<string, FoundMergeRequest>();
  const add = (of: string, mergeRequest: MergeRequest, listed: string | undefined) => {
    const project = projectOfMergeRequest(mergeRequest, listed);
    if (!project) return;
    const key = `${of} ${project}!${mergeRequest.iid}`;
    const isOwn = project === own?.project && of === own.account;
    if (!found.has(key)) found.set(key, { account: of, project, mergeRequest, isOwn });
  };
  for (const [index, { account: of, project }] of projects.entries())
    for (const list of [lists[index], number === null ? undefined : searches[index]])
      for (const mergeRequest of list?.data?.data ?? []) add(of, mergeRequest, project);
  if (own && number === null)
    for (const mergeRequest of searches[0]?.data?.data ?? []) add(own.account, mergeRequest, own.project);
  for (const { account: of, mergeRequests } of overall.found)
    for (const mergeRequest of mergeRequests) add(of, mergeRequest, undefined);
  const candidates = [...found.values()].map((entry) => ({
    ...entry,
    label: entry.mergeRequest.title,
    keywords: `${entry.mergeRequest.author?.name ?? ""} ${entry.mergeRequest.author?.username ?? ""}`,
    boost: (entry.isOwn ? 0.05 : 0) + (entry.mergeRequest.state === "opened" ? 0.05 : 0),
  }));
  const limit = scope === "all" ? 5 : 50;
  const matches =
    number === null
      ? rank(candidates, text, limit)
      : candidates
          .filter(({ mergeRequest }) => String(mergeRequest.iid).startsWith(text))
          .toSorted((a, b) => a.mergeRequest.iid - b.mergeRequest.iid || Number(b.isOwn) - Number(a.isOwn))
          .slice(0, limit)
          .map((item) => ({ item, positions: [] }));
  const all = [...lists, ...searches, ...overall.results];
  return {
    items: matches.map(({ item, positions }) => ({
      id: `merge-request-${item.account}-${item.mergeRequest.id}`,
      label: item.label,
      marked: <MarkedText text={item.label} positions={positions} />,
      icon: GitPullRequest,
      hint: [
        `${item.isOwn ? "" : item.project}!${item.mergeRequest.iid}`,
        item.mergeRequest.state === "opened" ? "" : item.mergeRequest.state,
        label(item.account),
      ]
        .filter(Boolean)
        .join(" · "),
      section: "Merge requests",
      target: { href: hrefs.mergeRequest(item.account, item.project, item.mergeRequest.iid) },
    })),
    loading: all.some(({ isFetching }) => isFetching),
    error: all.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** People whose merge requests are listed where a text names them. */
const maxAuthors = 2;

/**
 * Reads merge requests of all projects of every account: those whose title has the text, with `!` also those of whom it names,
 * and for a number those that were updated last, since services find no number over all projects. Null reads nothing.
 */
function useOverallMergeRequests(scope: PaletteScope, text: string | null, isNumber: boolean) {
  const accounts = useAccounts();
  const asked = text === null ? [] : accounts;
  const people = scope === "merge-requests" && !isNumber ? asked : [];
  const everything = { scope: "all", state: "all", order_by: "updated_at" } as const;
  const users = useQueries({
    queries: people.map(({ id }) => ({
      ...operationQuery(id, listUsers, { search: text ?? "", per_page: maxAuthors }),
      staleTime: freshMs,
    })),
  });
  const authors = people.flatMap(({ id }, at) =>
    (users[at]?.data?.data ?? []).slice(0, maxAuthors).map((user) => ({ id, author: user.id })),
  );
  const reads = [
    ...asked.map(({ id }) => ({
      account: id,
      input: isNumber
        ? { ...everything, per_page: pageSizes.own }
        : { ...everything, search: text ?? "", per_page: pageSizes.search },
    })),
    ...authors.map(({ id, author }) => ({
      account: id,
      input: { ...everything, author_id: author, per_page: pageSizes.search },
    })),
  ];
  const results = useQueries({
    queries: reads.map(({ account, input }) => ({
      ...operationQuery(account, listMergeRequests, input),
      staleTime: freshMs,
    })),
  });
  const found = reads.map(({ account }, at) => ({ account, mergeRequests: results[at]?.data?.data ?? [] }));
  return { found, results };
}

interface FoundMergeRequest extends ProjectAddress {
  readonly mergeRequest: MergeRequest;
  /** Whether it is of the project at hand. */
  readonly isOwn: boolean;
}

/** Hexadecimal digits from which a text is looked up as a commit's hash. */
const hash = /^[\da-f]{7,64}$/i;

/** Returns commits of the project at hand by subject, and of it and recent ones by hash. */
export function useCommitItems(scope: PaletteScope, text: string): FoundItems {
  const projects = useSearchedProjects();
  const location = useAppLocation();
  const client = useQueryClient();
  const label = useAccountLabel();
  const typed = useSettled(text, debounceMs);
  const isWanted = scope === "all" && text.length >= 2;
  const own = location.kind === "project" ? projects[0] : undefined;
  const newest = useOperation(
    listCommits,
    isWanted && own ? { id: own.project, per_page: pageSizes.own } : null,
    { account: own?.account, staleTime: freshMs },
  );
  const named = useQueries({
    queries:
      isWanted && typed === text && hash.test(typed)
        ? projects.map(({ account, project }) => ({
            ...operationQuery(account, getCommit, { id: project, sha: typed.toLowerCase() }),
            staleTime: Number.POSITIVE_INFINITY,
          }))
        : [],
  });
  if (!isWanted) return { items: [], loading: false, error: null };
  const found = new Map<string, ProjectAddress & { readonly commit: Commit; readonly isNamed: boolean }>();
  const add = (address: ProjectAddress, commit: Commit, isNamed: boolean) => {
    const key = `${address.account} ${address.project} ${commit.id}`;
    if (isNamed || !found.has(key)) found.set(key, { ...address, commit, isNamed });
  };
  if (own) {
    const cached = client
      .getQueriesData<InfiniteData<JsonResponse<readonly Commit[]>>>({
        queryKey: ["operation", own.account, operationKey(listCommits), "pages"],
        predicate: ({ queryKey }) => isOfProject(queryKey[4], own.project),
      })
      .flatMap(([, list]) => list?.pages ?? [])
      .flatMap(({ data }) => data);
    for (const commit of [...(newest.data ?? []), ...cached])
      add(own, commit, commit.id.startsWith(text.toLowerCase()) && text.length >= 4);
  }
  for (const [index, result] of named.entries()) {
    const project = projects[index];
    if (result.data && project) add(project, result.data.data, true);
  }
  const all = [...found.values()].map((entry) => ({ ...entry, label: entry.commit.title || "(no message)" }));
  const byHash = all.filter(({ isNamed }) => isNamed).map((item) => ({ item, positions: [] }));
  const bySubject = rank(
    all.filter(({ isNamed }) => !isNamed),
    text,
    4,
  );
  const failed = named.find(({ error }) => error !== null && toProblem(error).code !== "not_found");
  return {
    items: [...byHash, ...bySubject].slice(0, 5).map(({ item, positions }) => ({
      id: `commit-${item.account}-${item.commit.id}`,
      label: item.label,
      marked: <MarkedText text={item.label} positions={positions} />,
      icon: GitCommitHorizontal,
      hint: [
        item.commit.short_id,
        item.project === own?.project ? "" : item.project,
        item.commit.author_name,
        label(item.account),
      ]
        .filter(Boolean)
        .join(" · "),
      section: "Commits",
      target: { href: hrefs.commit(item.account, item.project, item.commit.id) },
    })),
    loading: [newest, ...named].some(({ isFetching }) => isFetching),
    error: newest.error ?? failed?.error ?? null,
  };
}

const isOfProject = (input: unknown, project: string): boolean =>
  typeof input === "object" && input !== null && "id" in input && input.id === project;

/** Returns the search in files for what was typed, in the project at hand or else the one that was visited last. */
export function useFileSearchItems(scope: PaletteScope, text: string): readonly PaletteItem[] {
  const [project] = useSearchedProjects();
  if (!project || text.length < 2 || (scope !== "all" && scope !== "files")) return [];
  return [
    {
      id: "search-files",
      label: `Search in files of ${nameOf(project.project)}`,
      hint: text,
      icon: Search,
      section: "Search",
      target: { href: hrefs.project(project.account, project.project, "search", { q: text }) },
    },
  ];
}

/** Returns the search over all of a service for what was typed. */
export function useServiceSearchItems(scope: PaletteScope, text: string): readonly PaletteItem[] {
  const account = useCurrentAccount();
  if (!account || text.length < 2 || scope !== "all") return [];
  return [
    {
      id: "search-everywhere",
      label: `Search everywhere for “${text}”`,
      icon: Search,
      section: "Search",
      target: { href: hrefs.search(account.id, { q: text }) },
    },
  ];
}
