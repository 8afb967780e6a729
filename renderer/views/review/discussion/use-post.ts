import { useQueryClient } from "@tanstack/react-query";
import { toProblem } from "../../../api/host.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { addToOutbox, type OutboxMessage } from "../../../features/outbox/outbox.ts";
import { resourcesChangedBySending, sendMessage } from "../../../features/outbox/send-message.ts";
import { useHostState } from "../../../state/host-state.ts";
import { toast } from "../../../ui/toast.tsx";
import { useOutboxTarget } from "./use-outbox-target.ts";

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
      try {
        await sendMessage(target, message);
        return "sent";
      } catch (error) {
        if (toProblem(error).code !== "offline") throw error;
      } finally {
        void invalidateResources(client, account, resourcesChangedBySending);
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

export const isOffline = (account: string): boolean =>
  useHostState.getState().connectivity[account]?.state === "offline";
