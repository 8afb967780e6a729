import type { AnyOperation, InputOf } from "../../shared/api/contract/operation.ts";
import { type Download, downloadRoutes } from "../../shared/host/downloads.ts";
import { callHost } from "./fetch-host.ts";
import { operationPath } from "./fetch-operation.ts";

/** Streams an operation's bytes into the downloads folder; progress arrives as host events. */
export const startDownload = <O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  name: string,
): Promise<Download> =>
  callHost(downloadRoutes.start, {
    body: { accountId: account, path: operationPath(operation, input), name },
  });
