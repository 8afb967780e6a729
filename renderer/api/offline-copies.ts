import { queryOptions } from "@tanstack/react-query";
import { pinnedList, pinnedPath } from "../../shared/host/accounts.ts";
import { hostJson, hostSend } from "./host.ts";

/** Lists the responses that are pinned on disk for an account, newest first. */
export const offlineCopiesQuery = (account: string) =>
  queryOptions({
    queryKey: ["pinned", account],
    queryFn: ({ signal }) => hostJson(pinnedList, pinnedPath(account), "GET", undefined, signal),
    meta: { reads: [] },
  });

/** Releases the responses that are pinned under a name. */
export const removeOfflineCopy = (account: string, name: string) =>
  hostSend(`${pinnedPath(account)}?${new URLSearchParams({ name })}`, "DELETE");
