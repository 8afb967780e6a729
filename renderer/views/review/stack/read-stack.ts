import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listProjectMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { findStack, layersBelow, type Stack } from "../../../../shared/merge-requests/stacks.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { rememberLayersBelow } from "../changes/viewed-marks.ts";
import { reviewKey } from "../merge-request/review-context.ts";

export type MergeRequestStack = Stack<MergeRequest>;

/** Branches that are asked for: a stack with more is shown in part. */
const maxBranches = 40;

/** Milliseconds for which a stack is fresh. */
const freshMs = 30_000;

/** Returns the stack of a merge request; null where it stands alone, undefined until that is known. */
export function useStack(project: string, mergeRequest: MergeRequest | undefined) {
  const account = useAccountId();
  const { iid = 0, source_branch: source, target_branch: target, state } = mergeRequest ?? {};
  const query = useQuery({
    // As those of operations begin, so that a write of the account makes it stale.
    queryKey: ["operation", account, "stack", "one", { project, iid, source, target, state }],
    queryFn: ({ signal }) => (mergeRequest ? readStack(account, project, mergeRequest, signal) : null),
    enabled: mergeRequest !== undefined,
    staleTime: freshMs,
    meta: { reads: listProjectMergeRequests.reads },
  });
  const stack = query.data;
  useEffect(() => {
    for (const { mergeRequest: layer } of stack?.layers ?? []) {
      const below = stack ? layersBelow(stack, layer.iid) : [];
      if (below.length > 0)
        rememberLayersBelow(
          reviewKey(account, project, layer.iid),
          below.map((each) => reviewKey(account, project, each)),
        );
    }
  }, [stack, account, project]);
  return query;
}

/** Reads the stack of a merge request from the lists of a project, branch by branch. Throws ProblemError. */
async function readStack(
  account: string,
  project: string,
  mergeRequest: MergeRequest,
  signal?: AbortSignal,
): Promise<MergeRequestStack | null> {
  const known = new Map([[mergeRequest.iid, mergeRequest]]);
  const asked = new Set<string>();
  const list = async (filter: { source_branch: string } | { target_branch: string; state: "opened" }) => {
    const name = JSON.stringify(filter);
    if (asked.has(name) || asked.size >= maxBranches) return;
    asked.add(name);
    const input = { id: project, state: "all" as const, scope: "all" as const, per_page: 100, ...filter };
    for (const found of await fetchOperation(account, listProjectMergeRequests, input, signal)) {
      // What this page shows is newer than the list.
      if (!known.has(found.iid)) known.set(found.iid, found);
      if (found.state === "opened") await look(found);
    }
  };
  const look = async ({ source_branch: source, target_branch: target }: MergeRequest): Promise<void> => {
    await list({ source_branch: target });
    await list({ target_branch: source, state: "opened" });
  };
  if (mergeRequest.state === "merged")
    await list({ target_branch: mergeRequest.source_branch, state: "opened" });
  else await look(mergeRequest);
  return findStack(mergeRequest.iid, [...known.values()]);
}
