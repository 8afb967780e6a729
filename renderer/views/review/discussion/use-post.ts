import { useContext } from "react";
import { useAccountId } from "../../../api/account-context.ts";
import type { OutboxMessage, OutboxTarget, QueuedMessage } from "../../../features/outbox/outbox.ts";
import { notifyQueued as notify, useMessagesFor, usePostTo } from "../../../features/outbox/use-post.ts";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Returns a function that sends a message to this merge request, as `usePostTo` does. */
export const usePost = (): ((message: OutboxMessage) => Promise<"sent" | "queued">) =>
  usePostTo(useOutboxTarget());

/** Notifies the author that a message to a merge request is in the outbox. */
export const notifyQueued = () => notify({ of: "merge_request" });

/** Returns this merge request as a target of the outbox. */
export function useOutboxTarget(): OutboxTarget {
  const { project, iid, draftKey, mergeRequest, threaded } = useContext(ReviewContext);
  const account = useAccountId();
  const title = mergeRequest?.title ?? `!${iid}`;
  return { of: "merge_request", draftKey, account, project, iid, title, threaded };
}

/** Returns the messages of a kind that the outbox has for this merge request; the same list until it changes. */
export function useQueuedMessages<K extends QueuedMessage["kind"]>(
  kind: K,
): readonly Extract<QueuedMessage, { kind: K }>[] {
  const { draftKey } = useContext(ReviewContext);
  return useMessagesFor(draftKey, kind);
}
