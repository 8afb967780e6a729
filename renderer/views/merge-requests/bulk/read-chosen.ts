import { useEffect, useState } from "react";
import { getMergeRequestApprovals } from "../../../../shared/api/resources/merge-request-approvals.ts";
import { getMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import type { ChosenMergeRequest, MergeRequestActionKind, ReadMergeRequest } from "./merge-request-plan.ts";

/** Merge requests that are read at a time. */
export const concurrentReads = 4;

interface Reading {
  readonly read: readonly ReadMergeRequest[];
  readonly isReading: boolean;
}

/** Reads what the dry run of an action needs of each merge request; what cannot be read is left undefined. */
export function useChosenDetails(
  account: string,
  entries: readonly ChosenMergeRequest[],
  action: MergeRequestActionKind,
): Reading {
  const [reading, setReading] = useState<Reading>({ read: [], isReading: true });
  useEffect(() => {
    const stop = new AbortController();
    const read = new Map<number, ReadMergeRequest>();
    const show = (isReading: boolean) => {
      if (!stop.signal.aborted) setReading({ read: [...read.values()], isReading });
    };
    const readOne = async (entry: ChosenMergeRequest) => {
      read.set(entry.key, await readChosen(account, entry, action));
      show(true);
    };
    void inParallel(entries, concurrentReads, readOne, stop.signal).then(() => show(false));
    return () => stop.abort();
  }, [account, entries, action]);
  return reading;
}

async function readChosen(
  account: string,
  entry: ChosenMergeRequest,
  action: MergeRequestActionKind,
): Promise<ReadMergeRequest> {
  const target = { id: entry.project, merge_request_iid: entry.mergeRequest.iid };
  try {
    const detail = await fetchOperation(account, getMergeRequest, {
      ...target,
      include_diverged_commits_count: action === "rebase" || undefined,
    });
    if (action !== "approve") return { ...entry, detail };
    const approvals = await tryExtension(account, getMergeRequestApprovals, () =>
      fetchOperation(account, getMergeRequestApprovals, target),
    );
    const approval = approvals && {
      given: approvals.user_has_approved,
      allowed: approvals.user_can_approve,
    };
    return { ...entry, detail, approval };
  } catch {
    return { ...entry, detail: undefined };
  }
}
