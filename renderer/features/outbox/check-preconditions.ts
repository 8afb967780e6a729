import { getMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import { listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { answerOperation } from "../../api/fetch-operation.ts";
import type { Destination, Message, Parcel } from "./outbox.ts";

/**
 * Why items should not go out as they are, after a look at their merge request; null where nothing speaks against it.
 * Throws ProblemError, `offline` where only the disk could tell.
 */
export async function objectionTo(
  { account, project, iid, threaded }: Destination,
  items: readonly Message[],
): Promise<Parcel["held"]> {
  const target = { id: project, merge_request_iid: iid };
  const heads = items.flatMap((item) => (item.kind === "line" ? (item.draft.version?.head ?? []) : []));
  const { state, head } = threaded ? await present(account, target) : await lastVersion(account, target);
  if (state && state !== "opened") {
    return { reason: "closed", message: `The merge request is ${state} by now.` };
  }
  if (head && heads.some((sha) => sha !== head)) {
    return {
      reason: "moved",
      message: "The branch moved while you wrote: your comments are on an older version.",
    };
  }
  return null;
}

type Target = { readonly id: string; readonly merge_request_iid: number };

async function present(account: string, target: Target) {
  const { data, source } = await answerOperation(account, getMergeRequest, target);
  if (source === "cache") throw offline();
  return { state: data.state, head: data.sha ?? null };
}

async function lastVersion(account: string, target: Target) {
  const { data, source } = await answerOperation(account, listMergeRequestVersions, target);
  if (source === "cache") throw offline();
  return { state: null, head: data[0]?.head_commit_sha ?? null };
}

/** What was kept on disk says nothing of how the merge request is now. */
const offline = () =>
  new ProblemError({ code: "offline", message: "The service cannot be reached.", retry: true });
