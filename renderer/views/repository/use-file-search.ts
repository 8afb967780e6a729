import { useEffect, useState } from "react";
import { listTree } from "../../../shared/api/repository.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import type { FileMatches } from "../../workers/files/file-index.ts";
import { loadFiles, matchFiles } from "../../workers/files/files-engine.ts";
import type { Repository } from "./use-repository.ts";

export interface FileSearch {
  readonly matches: FileMatches | null;
  readonly loading: boolean;
  readonly error: unknown;
  retry(): void;
}

/** Loads under way or done, by tree: a tree is fetched once, straight into the worker. */
const loads = new Map<string, Promise<number>>();

const treeOf = ({ account, project, commit }: Repository) => JSON.stringify([account, project, commit.id]);

/** Fetches the whole tree of the repository's commit into the worker's index, in the background. */
function loadTree(repository: Repository): Promise<number> {
  const { account, project, commit } = repository;
  const tree = treeOf(repository);
  const known = loads.get(tree);
  if (known) return known;
  const input = { id: project, ref: commit.id, recursive: true, per_page: 100 };
  const load = callOperation(account, listTree, input, { pages: "all" })
    .then((response) => response.arrayBuffer())
    .then((json) => loadFiles(tree, json));
  loads.set(tree, load);
  for (const old of [...loads.keys()].slice(0, -4)) loads.delete(old);
  load.catch(() => loads.delete(tree));
  return load;
}

/** Files of the whole tree that fit what is typed, best first. Asks nothing until `open`. */
export function useFileSearch(repository: Repository, typed: string, open: boolean): FileSearch {
  const [state, setState] = useState<Omit<FileSearch, "retry">>({
    matches: null,
    loading: true,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is tried again on request
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const match = () => matchFiles(treeOf(repository), typed, 60, controller.signal);
    loadTree(repository)
      .then(match)
      .then((matches) => {
        if (matches) return matches;
        // The worker has let go of this tree: give it again.
        loads.delete(treeOf(repository));
        return loadTree(repository).then(match);
      })
      .then(
        (matches) => setState({ matches, loading: false, error: null }),
        (error: unknown) => controller.signal.aborted || setState({ matches: null, loading: false, error }),
      );
    return () => controller.abort();
  }, [repository, typed, open, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
