import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getMergeRequestApprovals,
  listReviewers,
} from "../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { type ReviewerState, reviewStatesOf } from "../../../shared/review/review-states.ts";
import { useAccountId } from "../../api/account-context.ts";
import { tryExtension } from "../../api/extensions.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { historyThreads } from "./history-threads.ts";
import { readThreads } from "./turn-query.ts";

/** Milliseconds for which the states of reviews are fresh. */
const freshMs = 60_000;

/** Words of the states of reviews; a state that is not here has none. */
export const reviewStateLabels: Readonly<Record<string, string>> = {
  approved: "Approved",
  requested_changes: "Requested changes",
  reviewed: "Reviewed",
  review_started: "Reviewing",
  unreviewed: "Not reviewed",
  unapproved: "Approval revoked",
};

interface ReviewStates {
  readonly states: readonly ReviewerState[];
  /** Whether they are computed from comments and approvals, since the service has no states of reviews. */
  readonly isComputed: boolean;
}

/**
 * Query options of the states of a merge request's reviews, those of services since 15.0. On others they are computed from
 * comments and approvals. Who approved is read unless it is known.
 */
export const reviewStatesQuery = (
  client: QueryClient,
  account: string,
  project: string,
  { iid, reviewers = [], user_notes_count }: MergeRequest,
  known?: readonly number[],
) =>
  queryOptions({
    // As those of operations begin, so that a write of the account makes it stale.
    queryKey: ["operation", account, "states of reviews", "one", { project, iid, known }],
    queryFn: async (): Promise<ReviewStates> => {
      const target = { id: project, merge_request_iid: iid };
      const fresh = { staleTime: freshMs };
      const [approvers, found] = await Promise.all([
        known ??
          tryExtension(account, getMergeRequestApprovals, async () => {
            const query = operationQuery(account, getMergeRequestApprovals, target);
            const { data } = await client.fetchQuery({ ...query, ...fresh });
            return data.approved_by.map(({ user }) => user.id);
          }).then((ids) => ids ?? []),
        tryExtension(account, listReviewers, () =>
          client.fetchQuery({ ...operationQuery(account, listReviewers, target), ...fresh }),
        ),
      ]);
      if (found) {
        // Services before 17.x say of who approved only that they reviewed.
        const states = found.data.map(({ user: { id }, state }) => ({
          user: id,
          state: approvers.includes(id) ? "approved" : state,
        }));
        return { states, isComputed: false };
      }
      const threads = historyThreads(await readThreads(client, account, target, user_notes_count));
      const ids = reviewers.map(({ id }) => id);
      return { states: reviewStatesOf({ reviewers: ids, approvers, threads }), isComputed: true };
    },
    staleTime: freshMs,
    meta: { reads: ["merge_requests", "notes"] },
  });

/** Returns the states of a merge request's reviews; undefined until known. Without reviewers nothing is requested. */
export function useReviewStates(project: string, mergeRequest: MergeRequest): ReviewStates | undefined {
  const client = useQueryClient();
  const account = useAccountId();
  const { data } = useQuery({
    ...reviewStatesQuery(client, account, project, mergeRequest),
    enabled: (mergeRequest.reviewers ?? []).length > 0,
  });
  return data;
}
