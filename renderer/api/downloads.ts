import type { AnyOperation, InputOf } from "../../shared/api/contract/operation.ts";
import { type Download, download } from "../../shared/host/downloads.ts";
import { hostPath } from "../../shared/host/prefix.ts";
import { operationPath } from "./fetch-operation.ts";
import { hostJson, hostSend } from "./host.ts";

const route = (id: string, action = "") => `/downloads/${encodeURIComponent(id)}${action}`;

/** Streams an operation's bytes into the downloads folder; progress arrives as host events. */
export const startDownload = <O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  name: string,
): Promise<Download> =>
  hostJson(download, "/downloads", "POST", {
    accountId: account,
    path: operationPath(operation, input),
    name,
  });

export const cancelDownload = (id: string) => hostSend(route(id, "/cancel"), "POST");
export const resumeDownload = (id: string) => hostSend(route(id, "/resume"), "POST");
/** Removes the entry from the list; the file stays. */
export const forgetDownload = (id: string) => hostSend(route(id), "DELETE");
/** URL of a finished file's bytes, as an attachment. */
export const downloadContentUrl = (id: string): string => hostPath(route(id, "/content"));
/** Shows a finished file in its folder; only where the shell can. */
export const showDownload = (id: string) => hostSend("/shell/show-download", "POST", { id });
