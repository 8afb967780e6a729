import { useEffect, useMemo } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { withMessage } from "./commit-search.ts";
import type { History } from "./use-history.ts";

/** Matches that fill a view, up to which pages are read by themselves. */
const minMatches = 50;
/** Commits that are read by themselves for one search. */
const maxSearched = 5_000;

export interface MessageSearch {
  /** Commits that match; all of the history without a search. */
  readonly commits: readonly Commit[];
  /** `reading`: older commits are being searched; `paused`: they are searched on demand; `done`: nothing is left to search. */
  readonly state: "reading" | "paused" | "done";
}

/** Searches the messages of a history as it is read, and reads on until the matches fill a view. */
export function useMessageSearch(
  { commits: read, complete, error, loadMore }: History,
  words: string | undefined,
): MessageSearch {
  const commits = useMemo(() => withMessage(read, words), [read, words]);
  const isDone = words === undefined || complete || commits.length >= minMatches;
  const state = isDone ? "done" : read.length >= maxSearched ? "paused" : "reading";
  // Matches may be anywhere: what was read so far is not enough to fill the view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again after each page
  useEffect(() => {
    if (state === "reading" && !error) loadMore();
  }, [state, error, read.length, loadMore]);
  return { commits, state };
}
