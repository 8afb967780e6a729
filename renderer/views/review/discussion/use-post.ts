import { useQueryClient } from "@tanstack/react-query";
import { toProblem } from "../../../api/host.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { addToOutbox, type OutboxMessage } from "../../../features/outbox/outbox.ts";
import { resourcesChangedBySending, sendMessage } from "../../../features/outbox/send-message.ts";
import { useHostState } from "../../../state/host-state.ts";
import { toast } from "../../../ui/toast.tsx";
import { useOutboxTarget } from "./use-outbox-target.ts";

/** What became of something that was to be said. */
type Posted = "sent" | "waits";

/**
 * Says something on this merge request: at once, or by way of the outbox while its service cannot be reached. Resolves
 * once the service has it or the outbox keeps it. Throws ProblemError where it was refused.
 */
export function usePost(): (item: OutboxMessage) => Promise<Posted> {
  const destination = useOutboxTarget();
  const { account } = destination;
  const client = useQueryClient();
  return async (item) => {
    if (!isOffline(account)) {
      try {
        await sendMessage(destination, item);
        return "sent";
      } catch (error) {
        if (toProblem(error).code !== "offline") throw error;
      } finally {
        void invalidateResources(client, account, resourcesChangedBySending);
      }
    }
    addToOutbox(destination, item);
    return "waits";
  };
}

/** Tells the writer where their words are. */
export const notifyQueued = () =>
  toast.info("It waits in the outbox", {
    description: "It goes out once the service can be reached and the merge request was looked at again.",
  });

export const isOffline = (account: string): boolean =>
  useHostState.getState().connectivity[account]?.state === "offline";
