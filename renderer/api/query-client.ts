import { QueryClient } from "@tanstack/react-query";
import { operationKey } from "../../shared/api/contract/call-facts.ts";
import type { AnyOperation, Resource } from "../../shared/api/contract/operation.ts";

/** Elements of every operation's query key, in order. */
export type OperationQueryKey = readonly [
  kind: "operation",
  /** Null for a query that requests nothing. */
  account: string | null,
  operation: string,
  variant: "one" | "pages" | "all",
  input: unknown,
];

interface OperationMeta extends Record<string, unknown> {
  /** Resources that the query reads; a change of one makes it stale. */
  readonly reads: readonly Resource[];
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: OperationMeta;
  }
}

/** Returns the key under which the query cache has an operation's response. */
export const operationQueryKey = (
  account: string | null,
  operation: AnyOperation,
  variant: OperationQueryKey[3],
  input: unknown,
): OperationQueryKey => ["operation", account, operationKey(operation), variant, input];

/** The page's one query cache. The host retries, caches and detects the network, so the cache does none of that. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: "always",
        staleTime: 20_000,
        // What came with the page's HTML is read again however new it is, as after any reload.
        refetchOnMount: ({ state }) =>
          state.data !== undefined && state.dataUpdateCount === 0 ? "always" : true,
        gcTime: 10 * 60_000,
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** Resources that depend on a repository's refs or its existence. */
const ofRefs: readonly Resource[] = [
  "blobs",
  "branches",
  "commits",
  "jobs",
  "merge_requests",
  "notes",
  "originals",
  "pipelines",
  "projects",
  "releases",
  "statuses",
  "tags",
  "trees",
];

/** Makes every query stale that depends on the refs of a project (id or path); visible ones fetch again. */
export function invalidateRefs(
  client: QueryClient,
  account: string,
  project: { readonly id: number; readonly path: string },
): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      queryKey[0] === "operation" &&
      queryKey[1] === account &&
      isOfProject(queryKey[4], project) &&
      (meta?.reads ?? []).some((resource) => ofRefs.includes(resource)),
  });
}

/** Returns whether an operation's input names this project, or none at all. */
function isOfProject(input: unknown, project: { readonly id: number; readonly path: string }): boolean {
  if (typeof input !== "object" || input === null || !("id" in input)) return true;
  return String(input.id) === String(project.id) || input.id === project.path;
}

/** Refetches failed queries that are on screen, once a service can be reached again. */
export const refetchFailed = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });

type WriteListener = (account: string, resources: readonly Resource[]) => void;
const writeListeners = new Set<WriteListener>();

/** Calls `listener` whenever this window has changed resources of an account. */
export const onWrite = (listener: WriteListener): void => void writeListeners.add(listener);

/**
 * Makes every query of an account that read one of these resources stale, in this window and the others; visible ones
 * fetch again.
 */
export function invalidateResources(
  client: QueryClient,
  account: string,
  resources: readonly Resource[],
): Promise<void> {
  for (const listener of writeListeners) listener(account, resources);
  return invalidateHere(client, account, resources);
}

/** {@link invalidateResources} for this window alone. */
export function invalidateHere(
  client: QueryClient,
  account: string,
  resources: readonly Resource[],
): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      queryKey[0] === "operation" &&
      queryKey[1] === account &&
      (meta?.reads ?? []).some((resource) => resources.includes(resource)),
  });
}
