import { useQuery } from "@tanstack/react-query";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { loadFiles, prepareFiles, resolveFiles } from "../../workers/files/files-engine.ts";

/** All files of a commit. */
export interface CommitTree {
  readonly account: string;
  readonly project: string;
  /** Id of the commit. */
  readonly commit: string;
}

/** Loads under way or done, by tree: a tree is fetched once, straight into the worker. */
const loads = new Map<string, Promise<number>>();

const nameOf = ({ account, project, commit }: CommitTree) => JSON.stringify([account, project, commit]);

/** Fetches the whole tree of a commit into the worker's index, in the background. */
function loadTree(tree: CommitTree): Promise<number> {
  const { account, project, commit } = tree;
  const name = nameOf(tree);
  const known = loads.get(name);
  if (known) return known;
  prepareFiles();
  const input = { id: project, ref: commit, recursive: true, per_page: 100 };
  const load = callOperation(account, listTree, input, { pages: "all" })
    .then((response) => response.arrayBuffer())
    .then((json) => loadFiles(name, json));
  loads.set(name, load);
  for (const old of [...loads.keys()].slice(0, -4)) loads.delete(old);
  load.catch(() => loads.delete(name));
  return load;
}

/**
 * Calls the worker's index with the name of a loaded tree, and once more where the worker has dropped it meanwhile
 * (`call` returned null). Throws ProblemError.
 */
export async function inTree<T>(
  tree: CommitTree,
  call: (name: string) => Promise<T | null>,
): Promise<T | null> {
  await loadTree(tree);
  const found = await call(nameOf(tree));
  if (found !== null) return found;
  loads.delete(nameOf(tree));
  await loadTree(tree);
  return call(nameOf(tree));
}

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
