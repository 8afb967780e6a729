import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { getCommit, listCommits } from "../../../../shared/api/resources/commits.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { type CommitSearch, commitListInput, withMessage } from "./commit-search.ts";
import { historyPageQuery, pageSize } from "./history-page.ts";

/** Pages that are requested beyond what is in view. */
const pagesAhead = 4;

interface CommitHistory {
  readonly commits: readonly Commit[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Everything is loaded. */
  readonly complete: boolean;
  /** Requests what follows the commits that are there. */
  readonly loadMore: () => void;
  /** The ref has moved since the list was read, and the list was not reloaded. */
  readonly outdated: boolean;
  /** Begins the list anew where the ref is now. */
  readonly showLatest: () => void;
}

interface HistoryInput {
  readonly account: string;
  readonly project: string;
  readonly search: CommitSearch;
  readonly ref: string | undefined;
  /** Pages to begin with. */
  readonly initialPages: number;
  /** Whether the list follows its ref: true while its newest commits are in view. */
  readonly follows: boolean;
}

/**
 * The history of a ref from its tip on. Pages are of one commit's history, so that they are requested side by side,
 * never change and stay as they are while the ref moves.
 */
export function useHistory({
  account,
  project,
  search,
  ref,
  initialPages,
  follows,
}: HistoryInput): CommitHistory {
  const tip = useTip(project, search, ref);
  const list = JSON.stringify(commitListInput(project, search, ref));
  const [shown, setShown] = useState<{ list: string; tip: string } | null>(null);
  const current = shown?.list === list && !follows ? shown.tip : tip.id;
  const key = `${current} ${list}`;
  const [wanted, setWanted] = useState({ key, pages: initialPages });
  const pages = shown === null ? initialPages : wanted.key === key ? wanted.pages : 1;
  const input = current ? commitListInput(project, search, search.all ? undefined : current) : null;
  const loaded = useQueries({
    queries: input
      ? Array.from({ length: pages }, (_, i) => historyPageQuery(account, input, current, i + 1))
      : [],
    combine: joinPages,
  });
  // The list of the previous tip stays in view until the new first page is read.
  const last = useRef<{ list: string; commits: readonly Commit[] }>({ list: "", commits: [] });
  if (loaded.commits.length > 0 && current && (shown !== null || !loaded.isPending)) {
    last.current = { list, commits: loaded.commits };
    if (shown?.list !== list || shown.tip !== current) {
      setShown({ list, tip: current });
      setWanted({ key, pages });
    }
  }
  const commits =
    loaded.commits.length > 0 || last.current.list !== list ? loaded.commits : last.current.commits;
  const { complete } = loaded;
  const known = loaded.commits.length;
  const loadMore = useCallback(() => {
    if (!complete) {
      const next = Math.ceil(known / pageSize) + pagesAhead;
      setWanted((now) => (now.key === key && now.pages >= next ? now : { key, pages: next }));
    }
  }, [complete, known, key]);
  const failed = tip.error ?? loaded.error;
  return {
    commits,
    isPending: !failed && !complete && (commits.length === 0 || (shown === null && loaded.isPending)),
    error: failed,
    retry: () => (tip.error ? tip.retry() : loaded.retry()),
    complete,
    loadMore,
    outdated: tip.id !== undefined && current !== undefined && tip.id !== current,
    showLatest: () => setShown(tip.id ? { list, tip: tip.id } : null),
  };
}

/** The newest commit of the list, kept current. */
function useTip(project: string, search: CommitSearch, ref: string | undefined) {
  const one = useOperation(getCommit, !search.all && ref ? { id: project, sha: ref, stats: false } : null);
  const all = useOperation(listCommits, search.all ? { id: project, all: true, per_page: 1 } : null);
  const active = search.all ? all : one;
  return {
    id: search.all ? all.data?.[0]?.id : one.data?.id,
    error: active.data ? null : active.error,
    retry: () => void active.refetch(),
  };
}

interface PageResult {
  readonly data:
    | { readonly data: readonly Commit[]; readonly paging: { readonly nextPage: number | null } }
    | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Joins pages up to the first one that is missing. */
function joinPages(pages: readonly PageResult[]) {
  const missing = pages.findIndex(({ data }) => data === undefined);
  const there = missing < 0 ? pages : pages.slice(0, missing);
  const lastPage = there.at(-1)?.data;
  const failed = pages.find(({ data, error }) => error && !data);
  return {
    commits: there.flatMap(({ data }) => data?.data ?? []),
    complete: lastPage !== undefined && lastPage.paging.nextPage === null,
    isPending: missing >= 0 && !failed,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** Matches that fill a view, up to which a step reads pages by itself. */
export const minMatches = 50;
/** Commits that are read by themselves for one search, and for each wish to search further. */
const searchStep = 5_000;

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

type MessageSearchState = "reading" | "paused" | "done";

/** Searches the messages of a history as it is read, and reads on until the matches fill a view. */
export function useMessageSearch(
  { commits: read, complete, error, loadMore }: CommitHistory,
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
  const searchOlder = () => {
    if (state === "paused") setFurther({ words, limit: next });
  };
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
