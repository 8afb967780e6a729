import { useEffect, useRef, useState } from "react";
import { searchInFiles } from "./search-in-files.ts";
import { isPlain, searchOnService } from "./search-on-service.ts";
import { nothing, type Report, type SearchQuery, type SearchResults } from "./search-state.ts";

/** Files that may be read one by one for a search. */
export const firstBudget = 1_000;

interface SearchInput {
  readonly account: string;
  readonly project: string;
  readonly commit: string | undefined;
  readonly query: SearchQuery;
  /** Files that may be read one by one. */
  readonly budget: number;
  /** Reads the files even where the service has a search of its own. */
  readonly here: boolean;
}

/**
 * Searches the files of a commit, with the service's search where it has one; matches are returned as they are found.
 */
export function useSearch({
  account,
  project,
  commit,
  query,
  budget,
  here,
}: SearchInput): SearchResults & { readonly cancel: () => void; readonly retry: () => void } {
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { text, include, exclude, regex, matchCase, wholeWord } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is tried again on request
  useEffect(() => {
    if (!commit || text === "") {
      setState(nothing);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let now: SearchResults = { ...nothing, running: true };
    const report: Report = (change) => {
      now = { ...now, ...change(now) };
      if (!signal.aborted) setState(now);
    };
    report(() => ({}));
    const scope = { account, project, commit };
    const wanted = { text, include, exclude, regex, matchCase, wholeWord };
    const search = async () => {
      if (!here && isPlain(wanted) && (await searchOnService(scope, wanted, report, signal))) return;
      await searchInFiles(scope, wanted, budget, report, signal);
    };
    search().catch((error: unknown) => report(() => ({ running: false, error })));
    return () => controller.abort();
  }, [account, project, commit, text, include, exclude, regex, matchCase, wholeWord, budget, here, attempt]);
  const cancel = () => {
    running.current?.abort();
    setState((now) => ({ ...now, running: false }));
  };
  return { ...state, cancel, retry: () => setAttempt((count) => count + 1) };
}
