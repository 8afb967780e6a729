import type { Accounts } from "../accounts/accounts.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import { readAllPages } from "./all-pages.ts";
import type { OperationCall } from "./operation-call.ts";
import type { OperationResponse } from "./operation-response.ts";
import { type ReadContext, readOperation } from "./read-operation.ts";
import { writeOperation } from "./write-operation.ts";

/** Parts of the host that an operation uses. */
export interface OperationParts {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly cache: ResponseCache;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Returns every page of a list as one list. */
  readonly allPages: boolean;
  /** Reads from the disk alone. */
  readonly cacheOnly: boolean;
  /** Name under which the response is pinned in the cache, null where it is not pinned. */
  readonly pinAs: string | null;
}

/** Returns what a read of an account uses. Throws ProblemError `not_found`. */
export function readContextOf({ connections, cache }: OperationParts, account: string): ReadContext {
  const connection = connections.get(account);
  return { account, client: connection.client, cache, policy: () => connection.policy };
}

/** Sends a checked call to the service of an account, or reads it from the cache. Throws ProblemError. */
export function runOperation(
  parts: OperationParts,
  account: string,
  call: OperationCall,
  { signal, allPages, cacheOnly, pinAs }: RunOptions,
): Promise<OperationResponse> {
  const context = readContextOf(parts, account);
  const { method, paged } = call.operation;
  if (method !== "GET" && method !== "HEAD") {
    const user = parts.accounts.get(account).check?.user ?? null;
    return writeOperation({ ...context, user }, call, signal);
  }
  const options = { signal, cacheOnly, isCancelable: true, ...(pinAs ? { pinAs } : {}) };
  return allPages && paged ? readAllPages(context, call, options) : readOperation(context, call, options);
}
