import { useContext, useMemo } from "react";
import { type QueuedMessage, useOutbox } from "../../../features/outbox/outbox.ts";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Returns the messages of a kind that the outbox has for this merge request; the same list until it changes. */
export function useQueuedMessages<K extends QueuedMessage["kind"]>(
  kind: K,
): readonly Extract<QueuedMessage, { kind: K }>[] {
  const { draftKey } = useContext(ReviewContext);
  const messages = useOutbox(({ entries }) => entries.find((entry) => entry.draftKey === draftKey)?.messages);
  return useMemo(
    () => (messages ?? []).filter((one): one is Extract<QueuedMessage, { kind: K }> => one.kind === kind),
    [messages, kind],
  );
}
