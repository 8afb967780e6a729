import { useEffect, useMemo, useState } from "react";
import { FileIndex, type FileMatches } from "../../../workers/files/file-index.ts";
import { matchFiles } from "../../../workers/files/files-engine.ts";
import { inTree } from "../../file-index/in-tree.ts";
import { usePendingFiles } from "../../pending-edits/use-pending-files.ts";
import type { Repository } from "../use-repository.ts";

export interface FileSearch {
  readonly matches: FileMatches | null;
  readonly loading: boolean;
  readonly error: unknown;
  retry(): void;
}

/** Files of the whole tree and new pending ones that match the query, best first. Requests nothing until `open`. */
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
    const { account, project, commit } = repository;
    inTree({ account, project, commit: commit.id }, (tree) =>
      matchFiles(tree, typed, 60, controller.signal),
    ).then(
      (matches) => setState({ matches, loading: false, error: null }),
      (error: unknown) => controller.signal.aborted || setState({ matches: null, loading: false, error }),
    );
    return () => controller.abort();
  }, [repository, typed, open, attempt]);
  const { account, project, ref } = repository;
  const { added } = usePendingFiles({ account, project, branch: ref });
  const matches = useMemo(() => withPending(state.matches, added, typed), [state.matches, added, typed]);
  return { ...state, matches, retry: () => setAttempt((count) => count + 1) };
}

/** Returns matches with those among new files, which no commit has yet, first. */
function withPending(found: FileMatches | null, added: readonly string[], typed: string): FileMatches | null {
  if (!found || added.length === 0) return found;
  const own = new FileIndex(added).match(typed, added.length);
  return { ...found, matches: [...own.matches, ...found.matches], total: own.total + found.total };
}
