import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import { useIsQuiet } from "../../../api/quiet-context.ts";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { turnQuery } from "../../../features/merge-requests/turn-query.ts";
import type { WaitingMergeRequest } from "./inbox-entries.ts";

/** Merge requests of an account's user. */
export interface TurnLists {
  readonly account: Account;
  readonly toReview: readonly MergeRequest[];
  readonly created: readonly MergeRequest[];
}

/** Merge requests of a list whose turn is read: as many as its section shows, whose rows read the same. */
const maxTurns = 8;

/** Merge requests that wait for the user, as far as they are known. */
interface Waiting {
  readonly found: readonly WaitingMergeRequest[];
  /** Merge requests whose turn is not known yet. */
  readonly pending: number;
}

/** Returns the merge requests that wait for the user, from what the rows of Home read. */
export function useWaiting(work: readonly TurnLists[]): Waiting {
  const client = useQueryClient();
  const isQuiet = useIsQuiet();
  const rows = work.flatMap(({ account, toReview, created }) => {
    const me = account.check?.user;
    if (!me) return [];
    return [toReview, created].flatMap((list) =>
      list
        .toSorted((a, b) => (b.updated_at ?? "").localeCompare(a.updated_at ?? ""))
        .slice(0, maxTurns)
        .flatMap((mergeRequest) => {
          const project = projectOfMergeRequest(mergeRequest, undefined);
          return project ? [{ account: account.id, project, mergeRequest, me }] : [];
        }),
    );
  });
  const turns = useQueries({
    queries: rows.map((row) => ({
      ...turnQuery(client, row),
      enabled: isQuiet && row.mergeRequest.state === "opened",
    })),
  });
  const found = rows.flatMap(({ account, mergeRequest }, index) => {
    const turn = turns[index]?.data;
    return turn?.of === "you" ? [{ account, mergeRequest, reasons: turn.reasons }] : [];
  });
  const pending = rows.filter(
    ({ mergeRequest }, index) => mergeRequest.state === "opened" && turns[index]?.isPending === true,
  );
  return { found, pending: pending.length };
}
