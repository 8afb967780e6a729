import { useQuery } from "@tanstack/react-query";
import { resolveFiles } from "../../workers/files/files-engine.ts";
import { type CommitTree, inTree } from "./in-tree.ts";

/**
 * Returns the repository's file for each path of a log, in their order: null for a path that is not one of its files;
 * undefined while they are looked up.
 */
export function useResolvedFiles(
  tree: CommitTree | null,
  paths: readonly string[],
): readonly (string | null)[] {
  const { data } = useQuery({
    queryKey: ["resolved-files", tree, paths],
    queryFn: ({ signal }) =>
      tree ? inTree(tree, (name) => resolveFiles(name, paths, signal)) : Promise.resolve(null),
    enabled: tree !== null && paths.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  return data ?? [];
}
