import { queryOptions } from "@tanstack/react-query";
import { accountRoutes } from "../../shared/host/accounts.ts";
import { shellRoutes } from "../../shared/host/shell.ts";
import { callHost } from "./fetch-host.ts";

/** Kind and abilities of the shell; a keychain may be unlocked or end while Helve runs. */
export const shellQuery = queryOptions({
  queryKey: ["shell"],
  queryFn: ({ signal }) => callHost(shellRoutes.get, {}, signal),
  staleTime: 30_000,
  meta: { reads: [] },
});

/** Lists the responses that are pinned on disk for an account, newest first. */
export const offlineCopiesQuery = (account: string) =>
  queryOptions({
    queryKey: ["pinned", account],
    queryFn: ({ signal }) => callHost(accountRoutes.pinned, { id: account }, signal),
    meta: { reads: [] },
  });
