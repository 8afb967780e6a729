import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { operationKey } from "../../../../shared/api/contract/call-facts.ts";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { listGroupProjects } from "../../../../shared/api/resources/groups.ts";
import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";
import { listGroupIssues, listIssues, listProjectIssues } from "../../../../shared/api/resources/issues.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { listProjects, type Project } from "../../../../shared/api/resources/projects.ts";
import type { JsonResponse } from "../../../api/fetch-operation.ts";
import { projectOfIssue } from "../../../features/issues/issue-project.ts";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { type RecentWork, useRecentWorkList } from "../../../state/recent-work.ts";
import type { Found } from "./found.ts";
import type { SearchScope, Within } from "./scopes.ts";

interface CachedSearch {
  readonly client: QueryClient;
  readonly account: string;
  readonly scope: SearchScope;
  readonly within: Within;
  readonly text: string;
}

/** Kinds of what was opened, by the scopes that have them. */
const openedKinds: Readonly<Partial<Record<SearchScope, RecentWork["kind"]>>> = {
  blobs: "file",
  commits: "commit",
  issues: "issue",
  merge_requests: "merge_request",
};

/** Returns what matches in the lists that were read, and in what was opened before. */
export function cachedResults(search: CachedSearch): Found[] {
  const { account, scope, within } = search;
  const listed = listedResults(search);
  const kind = openedKinds[scope];
  const hasListed = new Set(listed.map(idOf));
  const opened = useRecentWorkList
    .getState()
    .work.filter(
      (work) =>
        work.account === account &&
        work.kind === kind &&
        isWithin(within, work.project) &&
        matches(search.text, work.name),
    )
    .map((work): Found => ({ kind: "opened", work }))
    .filter((found) => !hasListed.has(idOf(found)));
  return [...listed, ...opened];
}

function listedResults({ client, account, scope, within, text }: CachedSearch): Found[] {
  const list = <T>(operations: readonly AnyOperation[]) => cachedEntries<T>(client, account, operations);
  switch (scope) {
    case "projects":
      return distinct(list<Project>([listProjects, listGroupProjects]), ({ id }) => id)
        .filter((project) => isWithin(within, project.path_with_namespace))
        .filter((project) => matches(text, project.path_with_namespace, project.name, project.description))
        .map((project) => ({ kind: "project", project }));
    case "issues":
      return distinct(list<Issue>([listIssues, listGroupIssues, listProjectIssues]), ({ id }) => id)
        .filter((issue) => isWithin(within, projectOfIssue(issue)))
        .filter((issue) => matches(text, issue.title, issue.description))
        .map((issue) => ({ kind: "issue", issue }));
    case "merge_requests":
      return distinct(
        list<MergeRequest>([listMergeRequests, listGroupMergeRequests, listProjectMergeRequests]),
        ({ id }) => id,
      )
        .filter((mergeRequest) => isWithin(within, projectOfMergeRequest(mergeRequest, undefined) ?? ""))
        .filter((mergeRequest) => matches(text, mergeRequest.title, mergeRequest.description))
        .map((mergeRequest) => ({ kind: "merge_request", mergeRequest }));
    case "commits":
      return distinct(cachedCommits(client, account), ({ commit }) => commit.id)
        .filter(({ project }) => isWithin(within, project))
        .filter(({ commit }) => matches(text, commit.message || commit.title, commit.id))
        .map(({ commit, project }) => ({ kind: "commit", commit, project }));
    default:
      return [];
  }
}

/** Returns an address by which the same thing in a list and among what was opened is found. */
function idOf(found: Found): string {
  if (found.kind === "issue") return `${projectOfIssue(found.issue)}#${found.issue.iid}`;
  if (found.kind === "merge_request")
    return `${projectOfMergeRequest(found.mergeRequest, undefined)}!${found.mergeRequest.iid}`;
  if (found.kind === "commit") return found.commit.id;
  if (found.kind !== "opened") return "";
  const { kind, project, href } = found.work;
  const last =
    href
      .replace(/[?#].*$/s, "")
      .split("/")
      .at(-1) ?? "";
  return kind === "issue" ? `${project}#${last}` : kind === "merge_request" ? `${project}!${last}` : last;
}

const isWithin = (within: Within, project: string): boolean =>
  within.kind === "all" ||
  project.toLowerCase() === within.path.toLowerCase() ||
  (within.kind === "group" && project.toLowerCase().startsWith(`${within.path.toLowerCase()}/`));

/** Returns whether every word is in one of the texts, whatever its case. */
function matches(search: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const folded = texts.map((text) => (text ?? "").toLowerCase());
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => folded.some((text) => text.includes(word)));
}

function distinct<T>(entries: readonly T[], key: (entry: T) => string | number): T[] {
  return [...new Map(entries.map((entry) => [key(entry), entry])).values()];
}

type Pages<T> = InfiniteData<JsonResponse<readonly T[]>>;

/** Returns the entries of all lists of some operations that were read. */
const cachedEntries = <T>(client: QueryClient, account: string, operations: readonly AnyOperation[]): T[] =>
  operations.flatMap((operation) => {
    const key = ["operation", account, operationKey(operation)];
    return [
      ...client
        .getQueriesData<Pages<T>>({ queryKey: [...key, "pages"] })
        .flatMap(([, list]) => list?.pages ?? [])
        .flatMap(({ data }) => data),
      ...["one", "all"].flatMap((variant) =>
        client
          .getQueriesData<JsonResponse<readonly T[]>>({ queryKey: [...key, variant] })
          .flatMap(([, response]) => response?.data ?? []),
      ),
    ];
  });

/** Returns the commits of all histories that were read, each with the project of the list. */
const cachedCommits = (client: QueryClient, account: string) =>
  client
    .getQueriesData<Pages<Commit>>({ queryKey: ["operation", account, operationKey(listCommits), "pages"] })
    .flatMap(([queryKey, list]) => {
      const project = idOfInput(queryKey.at(-1));
      if (project === null) return [];
      return (list?.pages ?? []).flatMap(({ data }) => data).map((commit) => ({ commit, project }));
    });

const idOfInput = (input: unknown): string | null =>
  typeof input === "object" && input !== null && "id" in input ? String(input.id) : null;
