import { rebaseMergeRequest } from "../../../shared/api/resources/merge-request-merges.ts";
import type { MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import type { WriteFlow } from "../../api/send-write.ts";

/** Milliseconds between two looks at a rebase, and until it is no longer waited for. */
const pollMs = 1000;
const maxWaitMs = 120_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs));

/** Returns the problem of a step that was not taken, since the merge request is not as the step needs it. */
export const notDone = (message: string): ProblemError => new ProblemError({ code: "conflict", message });

interface MergeRequestTarget {
  readonly id: string;
  readonly merge_request_iid: number;
}

/** Reads a merge request as it is now. Throws ProblemError. */
export const readMergeRequest = (account: string, target: MergeRequestTarget): Promise<MergeRequestDetail> =>
  fetchOperation(account, getMergeRequest, { ...target, include_rebase_in_progress: true });

/**
 * Rebases the source branch of a merge request and returns the merge request once the service has done it. Throws ProblemError
 * where the service refuses, and with the service's reason where it could not.
 */
export async function rebaseAndWait(
  writes: WriteFlow,
  account: string,
  target: MergeRequestTarget,
): Promise<MergeRequestDetail> {
  const before = await readMergeRequest(account, target);
  if (!before.rebase_in_progress) await writes.send(account, rebaseMergeRequest, target);
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const now = await readMergeRequest(account, target);
    if (!now.rebase_in_progress) {
      // An old error stays until the next attempt, so that only a head that stayed makes it this one's.
      if (now.merge_error && now.sha === before.sha) throw notDone(now.merge_error);
      return now;
    }
    if (Date.now() > until) throw notDone("The service is still rebasing. Look at it later.");
    await pause();
  }
}
