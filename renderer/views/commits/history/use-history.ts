import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { getCommit, listCommits } from "../../../../shared/api/resources/commits.ts";
import { requestOperation } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { type CommitSearch, commitListInput } from "./commit-search.ts";

/** Commits of a page: as many as services give at once. */
export const pageSize = 100;
/** Pages that are requested beyond what is in view. */
const pagesAhead = 4;

export interface History {
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
export function useHistory({ account, project, search, ref, initialPages, follows }: HistoryInput): History {
  const tip = useTip(project, search, ref);
  const list = JSON.stringify(commitListInput(project, search, ref));
  const [shown, setShown] = useState<{ list: string; tip: string } | null>(null);
  const current = shown?.list === list && !follows ? shown.tip : tip.id;
  const key = `${current} ${list}`;
  const [wanted, setWanted] = useState({ key, pages: initialPages });
  const pages = shown === null ? initialPages : wanted.key === key ? wanted.pages : 1;
  const input = useMemo(
    () => (current ? commitListInput(project, search, search.all ? undefined : current) : null),
    [project, search, current],
  );
  const loaded = useQueries({
    queries: input
      ? Array.from({ length: pages }, (_, i) => ({
          queryKey: ["history", ...operationQueryKey(account, listCommits, "one", input), current, i + 1],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            requestOperation(account, listCommits, { ...input, per_page: pageSize, page: i + 1 }, { signal }),
          staleTime: Number.POSITIVE_INFINITY,
          meta: { reads: [] },
        }))
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
  readonly data?:
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
