import { useQuery } from "@tanstack/react-query";
import { listHookEvents } from "../../../../shared/api/resources/system-hooks.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { pollAfter } from "./delivery-state.ts";

/** Deliveries that are read for a hook. */
const shownEvents = 20;

/** Reads the last deliveries of a hook, newest first, again while any is pending. `data` is null where the service lacks them. */
export const useHookEvents = (account: string, hookId: number, enabled: boolean) => {
  const input = { id: hookId, per_page: shownEvents };
  return useQuery({
    queryKey: operationQueryKey(account, listHookEvents, "one", input),
    queryFn: ({ signal }) =>
      tryExtension(account, listHookEvents, () => fetchOperation(account, listHookEvents, input, signal)),
    meta: { reads: listHookEvents.reads },
    enabled,
    refetchInterval: ({ state }) => pollAfter(state.data ?? [], Date.now()),
  });
};
