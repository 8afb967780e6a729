import { useCallback, useEffect, useMemo, useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { withMessage } from "./commit-search.ts";
import type { History } from "./use-history.ts";

/** Matches that fill a view, up to which a step reads pages by itself. */
export const minMatches = 50;
/** Commits that are read by themselves for one search, and for each wish to search further. */
export const searchStep = 5_000;

export interface MessageSearch {
  /** Commits that match; all of the history without a search. */
  readonly commits: readonly Commit[];
  /**
   * `reading`: older commits are being searched; `paused`: they are searched on demand; `done`: nothing is left to
   * search.
   */
  readonly state: MessageSearchState;
  /** Searches older commits after a pause. */
  readonly searchOlder: () => void;
}

export type MessageSearchState = "reading" | "paused" | "done";

/** Searches the messages of a history as it is read, and reads on until the matches fill a view. */
export function useMessageSearch(
  { commits: read, complete, error, loadMore }: History,
  words: string | undefined,
): MessageSearch {
  const commits = useMemo(() => withMessage(read, words), [read, words]);
  // The limit of these words; other words start at the first step.
  const [further, setFurther] = useState({ words, limit: searchStep });
  const limit = further.words === words ? further.limit : searchStep;
  const state =
    words === undefined
      ? "done"
      : messageSearchState({ read: read.length, matches: commits.length, complete, limit });
  // Reads further pages until matches fill the view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested again after each page
  useEffect(() => {
    if (state === "reading" && !error) loadMore();
  }, [state, error, read.length, loadMore]);
  const next = Math.max(limit, read.length) + searchStep;
  const isPaused = state === "paused";
  const searchOlder = useCallback(() => {
    if (isPaused) setFurther({ words, limit: next });
  }, [isPaused, words, next]);
  return { commits, state, searchOlder };
}

interface Progress {
  /** Commits that were searched. */
  readonly read: number;
  readonly matches: number;
  /** Whether no older commit exists. */
  readonly complete: boolean;
  /** Commits after which the search pauses until the user continues it. */
  readonly limit: number;
}

/** Returns the state of a search. It pauses after each step, and earlier once there are enough matches for the view. */
export function messageSearchState({ read, matches, complete, limit }: Progress): MessageSearchState {
  if (complete) return "done";
  if (read >= limit) return "paused";
  return matches >= (minMatches * limit) / searchStep ? "paused" : "reading";
}
