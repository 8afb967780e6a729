import { queryOptions } from "@tanstack/react-query";
import { pinnedList, pinnedPath } from "../../shared/host/accounts.ts";
import { hostJson, hostSend } from "./host.ts";

/** What the host keeps on disk for an account until it is released, newest first. */
export const offlineCopiesQuery = (account: string) =>
  queryOptions({
    queryKey: ["kept", account],
    queryFn: ({ signal }) => hostJson(pinnedList, pinnedPath(account), "GET", undefined, signal),
    meta: { reads: [] },
  });

/** Lets go of what is kept under a name. */
export const removeOfflineCopy = (account: string, name: string) =>
  hostSend(`${pinnedPath(account)}?${new URLSearchParams({ name })}`, "DELETE");
