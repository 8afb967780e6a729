import { useQueryClient } from "@tanstack/react-query";
import type { statusSpans } from "../../../../shared/api/resources/user-shapes.ts";
import { getCurrentUserStatus, setUserStatus } from "../../../../shared/api/resources/users.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { sendWrite } from "../../../api/send-write.ts";
import { operationQuery, useOperation } from "../../../api/use-operation.ts";
import { toast } from "../../../ui/toast.tsx";

type StatusSpan = (typeof statusSpans)[number];

/** A status as it is set. */
export interface NewStatus {
  /** Without colons; empty for none. */
  readonly emoji: string;
  readonly message: string;
  /** Empty for never. */
  readonly clearAfter: StatusSpan | "";
}

/** Reads and sets the status of the account's user. A new one is shown at once, and reverted where it is refused. */
export function useStatus(account: string) {
  const client = useQueryClient();
  const query = useOperation(getCurrentUserStatus, {});
  const set = async ({ emoji, message, clearAfter }: NewStatus): Promise<void> => {
    const { queryKey } = operationQuery(account, getCurrentUserStatus, {});
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(
      queryKey,
      (now) => now && { ...now, data: { ...now.data, emoji, message, clear_status_at: null } },
    );
    try {
      const written = await sendWrite(account, setUserStatus, {
        emoji,
        message,
        ...(clearAfter ? { clear_status_after: clearAfter } : {}),
      });
      client.setQueryData(queryKey, (now) => now && { ...now, data: written });
      if (clearAfter && !written.clear_status_at) {
        toast.warning("The status stays until you clear it", {
          description: "This service does not clear a status by itself.",
        });
      }
    } catch (error) {
      client.setQueryData(queryKey, before);
      throw error;
    } finally {
      void invalidateResources(client, account, setUserStatus.changes);
    }
  };
  return { ...query, set };
}
