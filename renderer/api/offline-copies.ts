import { queryOptions } from "@tanstack/react-query";
import { keptList, keptPath } from "../../shared/host/accounts.ts";
import { hostJson, hostSend } from "./host.ts";

/** What the host keeps on disk for an account until it is released, newest first. */
export const offlineCopiesQuery = (account: string) =>
  queryOptions({
    queryKey: ["kept", account],
    queryFn: ({ signal }) => hostJson(keptList, keptPath(account), "GET", undefined, signal),
    meta: { reads: [] },
  });

/** Lets go of what is kept under a name. */
export const removeOfflineCopy = (account: string, name: string) =>
  hostSend(`${keptPath(account)}?${new URLSearchParams({ name })}`, "DELETE");
