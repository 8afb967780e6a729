import { useQuery } from "@tanstack/react-query";
import { getMergeRequestApprovals } from "../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { tryExtension } from "../../api/extensions.ts";
import { requestOperation } from "../../api/fetch-operation.ts";

/** Milliseconds for which the approvals of a row are fresh. */
const freshMs = 60_000;

/**
 * Returns how many approvals an open merge request has and needs; undefined until they are read, null where the service has
 * none. A service that lacks them is asked once. No merge request requests nothing.
 */
export function useApprovals(
  account: string,
  project: string,
  mergeRequest: MergeRequest | undefined,
): { readonly given: number; readonly required: number } | null | undefined {
  const { iid = 0, state } = mergeRequest ?? {};
  const { data } = useQuery({
    // As those of operations begin, so that a write of the account makes it stale.
    queryKey: ["operation", account, "approvals of a row", "one", { project, iid }],
    queryFn: ({ signal }) =>
      tryExtension(account, getMergeRequestApprovals, async () => {
        const input = { id: project, merge_request_iid: iid };
        const { data: found } = await requestOperation(account, getMergeRequestApprovals, input, { signal });
        return { given: found.approved_by.length, required: found.approvals_required };
      }),
    enabled: state === "opened",
    staleTime: freshMs,
    meta: { reads: getMergeRequestApprovals.reads },
  });
  return data;
}
