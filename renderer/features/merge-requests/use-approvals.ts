import { queryOptions, useQuery } from "@tanstack/react-query";
import { getMergeRequestApprovals } from "../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { tryExtension } from "../../api/extensions.ts";
import { requestOperation } from "../../api/fetch-operation.ts";

/** Milliseconds for which the approvals of a row are fresh. */
const freshMs = 60_000;

/** Approvals of an open merge request. */
interface Approvals {
  readonly given: number;
  readonly required: number;
  readonly left: number;
  /** Ids of those who approved. */
  readonly by: readonly number[];
}

/** Query options of the approvals of a merge request; null where the service has none. A service that lacks them is asked once. */
export const approvalsQuery = (account: string, project: string, iid: number) =>
  queryOptions({
    // As those of operations begin, so that a write of the account makes it stale.
    queryKey: ["operation", account, "approvals of a row", "one", { project, iid }],
    queryFn: ({ signal }) =>
      tryExtension(account, getMergeRequestApprovals, async (): Promise<Approvals> => {
        const input = { id: project, merge_request_iid: iid };
        const { data: found } = await requestOperation(account, getMergeRequestApprovals, input, { signal });
        return {
          given: found.approved_by.length,
          required: found.approvals_required,
          left: found.approvals_left,
          by: found.approved_by.map(({ user }) => user.id),
        };
      }),
    staleTime: freshMs,
    meta: { reads: getMergeRequestApprovals.reads },
  });

/**
 * Returns the approvals that an open merge request has and needs; undefined until they are read, null where the service has
 * none. No merge request requests nothing.
 */
export function useApprovals(
  account: string,
  project: string,
  mergeRequest: MergeRequest | undefined,
): Approvals | null | undefined {
  const { iid = 0, state } = mergeRequest ?? {};
  return useQuery({ ...approvalsQuery(account, project, iid), enabled: state === "opened" }).data;
}
