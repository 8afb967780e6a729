import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { toProblem } from "../../api/fetch-host.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { useHostState } from "../../state/host-state.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import {
  addToOutbox,
  nounOf,
  type OutboxMessage,
  type OutboxTarget,
  type QueuedMessage,
  useOutbox,
} from "./outbox.ts";
import { sendMessage } from "./send-message.ts";

/** Whether a message was sent or added to the outbox. */
type Posted = "sent" | "queued";

/**
 * Returns a function that sends a message to a merge request or an issue, or adds it to the outbox while the service cannot
 * be reached. It throws ProblemError where the service refuses.
 */
export function usePostTo(target: OutboxTarget): (message: OutboxMessage) => Promise<Posted> {
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
export const notifyQueued = (target: Pick<OutboxTarget, "of">) =>
  toast.info("Saved to outbox", {
    description: `Sent when the service can be reached, after checking the ${nounOf(target)} for changes.`,
  });

/** Returns whether the account's service cannot be reached. */
export const isOffline = (account: string): boolean =>
  useHostState.getState().connectivity[account]?.state === "offline";

/** Returns the messages of a kind that the outbox has for a merge request or an issue; the same list until it changes. */
export function useMessagesFor<K extends QueuedMessage["kind"]>(
  draftKey: string,
  kind: K,
): readonly Extract<QueuedMessage, { kind: K }>[] {
  const messages = useOutbox(({ entries }) => entries.find((entry) => entry.draftKey === draftKey)?.messages);
  return useMemo(
    () => (messages ?? []).filter((one): one is Extract<QueuedMessage, { kind: K }> => one.kind === kind),
    [messages, kind],
  );
}
