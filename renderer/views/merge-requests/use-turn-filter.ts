import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import type { Turn } from "../../../shared/review/turn.ts";
import { projectOfMergeRequest } from "../../features/merge-requests/merge-request-project.ts";
import { turnQuery } from "../../features/merge-requests/turn-query.ts";
import { useAccount } from "../../state/host-state.ts";

/** Turns by the value of the filter. */
const turns: Readonly<Record<string, Turn["of"]>> = {
  me: "you",
  author: "author",
  reviewers: "reviewers",
  checks: "checks",
  ready: "nobody",
};

/** Listed merge requests whose turn it is, and how far reading it is; empty once all are read. */
interface TurnFilter {
  readonly items: readonly MergeRequest[];
  readonly progress: string;
}

/**
 * Returns those of the listed merge requests that wait for somebody, as `turn:me` says. Services know nothing of turns, so
 * that each is read; without such a filter nothing is.
 */
export function useTurnFilter(
  account: string,
  project: string | undefined,
  wanted: string | undefined,
  items: readonly MergeRequest[],
): TurnFilter {
  const client = useQueryClient();
  const me = useAccount(account)?.check?.user;
  const of = wanted === undefined ? undefined : turns[wanted];
  const asked = of === undefined || !me ? [] : items.filter(({ state }) => state === "opened");
  const read = asked.flatMap((mergeRequest) => {
    const path = projectOfMergeRequest(mergeRequest, project);
    return path && me ? [{ mergeRequest, query: { account, project: path, mergeRequest, me } }] : [];
  });
  const results = useQueries({ queries: read.map(({ query }) => turnQuery(client, query)) });
  if (wanted === undefined) return { items, progress: "" };
  const known = results.filter(({ isPending }) => !isPending).length;
  return {
    items: read.flatMap(({ mergeRequest }, at) => (results[at]?.data?.of === of ? [mergeRequest] : [])),
    progress: known < read.length ? `Reading whose turn it is: ${known} of ${read.length}` : "",
  };
}
