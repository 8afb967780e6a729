import { useQueries } from "@tanstack/react-query";
import { listTree, type TreeEntry } from "../../../shared/api/resources/repository.ts";
import { operationQuery, useOperationAll } from "../../api/use-operation.ts";
import type { Repository } from "./use-repository.ts";

/** A commit's folders never change. */
const unchanging = Number.POSITIVE_INFINITY;

const inputOf = ({ project, commit }: Repository, path: string) => ({
  id: project,
  ref: commit.id,
  per_page: 100,
  ...(path ? { path } : {}),
});

/** Entries of a folder at the repository's commit; null requests nothing. */
export const useFolder = (repository: Repository, path: string | null) =>
  useOperationAll(listTree, path === null ? null : inputOf(repository, path), { staleTime: unchanging });

/** The query of {@link useFolder}, for reading a folder before it is shown. */
export const folderQuery = (repository: Repository, path: string) => ({
  ...operationQuery(repository.account, listTree, inputOf(repository, path), "all"),
  staleTime: unchanging,
});

export interface FolderState {
  readonly entries: readonly TreeEntry[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Entries of several folders, by path. */
export function useFolders(
  repository: Repository,
  paths: readonly string[],
): ReadonlyMap<string, FolderState> {
  return useQueries({
    queries: paths.map((path) => folderQuery(repository, path)),
    combine: (results) =>
      new Map(
        results.map((result, i) => [
          paths[i] ?? "",
          { entries: result.data?.data, error: result.error, retry: () => void result.refetch() },
        ]),
      ),
  });
}
