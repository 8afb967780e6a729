import { useQueryClient } from "@tanstack/react-query";
import { useContext, useMemo } from "react";
import { useAccountId } from "../../../api/account-context.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import {
  addToOutbox,
  type OutboxMessage,
  type OutboxTarget,
  type QueuedMessage,
  useOutbox,
} from "../../../features/outbox/outbox.ts";
import { sendMessage } from "../../../features/outbox/send-message.ts";
import { useHostState } from "../../../state/host-state.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Whether a message was sent or added to the outbox. */
type Posted = "sent" | "queued";

/**
 * Returns a function that sends a message to this merge request, or adds it to the outbox while the service cannot be
 * reached. It throws ProblemError where the service refuses.
 */
export function usePost(): (message: OutboxMessage) => Promise<Posted> {
  const target = useOutboxTarget();
  const { account } = target;
  const client = useQueryClient();
  return async (message) => {
    if (!isOffline(account)) {
      const writes = createWriteFlow(client);
      try {
        await sendMessage(writes, target, message);
        return "sent";
      } catch (error) {
        if (toProblem(error).code !== "offline") throw error;
      } finally {
        writes.end();
      }
    }
    addToOutbox(target, message);
    return "queued";
  };
}

/** Notifies the author that a message is in the outbox. */
export const notifyQueued = () =>
  toast.info("Saved to outbox", {
    description: "Sent when the service can be reached, after checking the merge request for changes.",
  });

/** Returns whether the account's service cannot be reached. */
export const isOffline = (account: string): boolean =>
  useHostState.getState().connectivity[account]?.state === "offline";

/** Returns this merge request as a target of the outbox. */
export function useOutboxTarget(): OutboxTarget {
  const { project, iid, draftKey, mergeRequest, threaded } = useContext(ReviewContext);
  const account = useAccountId();
  return { draftKey, account, project, iid, title: mergeRequest?.title ?? `!${iid}`, threaded };
}

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
