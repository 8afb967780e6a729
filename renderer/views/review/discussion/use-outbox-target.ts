import { useContext } from "react";
import { useAccountId } from "../../../api/account-context.ts";
import type { OutboxTarget } from "../../../features/outbox/outbox.ts";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Returns this merge request as a target of the outbox. */
export function useOutboxTarget(): OutboxTarget {
  const { project, iid, draftKey, mergeRequest, threaded } = useContext(ReviewContext);
  const account = useAccountId();
  return { draftKey, account, project, iid, title: mergeRequest?.title ?? `!${iid}`, threaded };
}
