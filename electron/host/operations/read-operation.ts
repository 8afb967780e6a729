import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { operations } from "../../../shared/api/index.ts";
import type { Optional } from "../../../shared/optional.ts";
import type { CachedResponse, ResponseCache } from "../cache/response-cache.ts";
import { BodyDefect, limitsOf } from "../checks/body-check.ts";
import { findOtherFile } from "../checks/expectation.ts";
import { discardBody } from "../client/body.ts";
import { readErrorResponse, tooManyRequests } from "../client/error-response.ts";
import type { CallKind } from "../client/limiter.ts";
import { ServiceRequestError } from "../client/network-error.ts";
import { type RetryPolicy, withRetries } from "../client/retry.ts";
import type { ServiceClient } from "../client/service-client.ts";
import type { OperationCall } from "./operation-call.ts";
import { checkCached, receiveBody } from "./receive-body.ts";
import { type OperationResponse, safeHeaders } from "./response-headers.ts";

/** Bytes of the largest response that is cached. */
const maxCachedBytes = 8 * 1024 * 1024;
/** Bytes of the largest response that is pinned. */
const maxPinnedBytes = 256 * 1024 * 1024;

export interface OperationReadOptions
  extends CallKind,
    Optional<{
      /** Name under which the response is pinned, whatever its size and age. */
      pinAs: string;
    }> {
  readonly signal: AbortSignal;
  /** Reads from the disk alone. */
  readonly cacheOnly?: boolean;
  /** Requests all of it from the service, whatever the cache has. */
  readonly fresh?: boolean;
  /** Path and query, where they differ from the call's own (another page of it). */
  readonly path?: string;
}

/** Parts that a read uses: one account's client, and the cache under the account's id. */
export interface ReadContext {
  readonly account: string;
  readonly client: ServiceClient;
  readonly cache: ResponseCache;
  readonly policy: () => RetryPolicy;
}

/**
 * Sends a GET or HEAD: conditional where the cache has an older response, again after retryable failures, and from
 * the cache where the service cannot be reached. Throws ProblemError.
 */
export async function readOperation(
  context: ReadContext,
  call: OperationCall,
  options: OperationReadOptions,
): Promise<OperationResponse> {
  const path = options.path ?? call.path;
  if (options.pinAs && isCacheable(call)) context.cache.pin(context.account, path, options.pinAs);
  const cached =
    isCacheable(call) && !options.fresh
      ? context.cache.get(context.account, path, (headers, body) => isGood(call, headers, body))
      : undefined;
  const old = () => (cached ? fromCache(cached) : undefined);
  // Content that is addressed by a hash never changes: the cached response is current.
  const pinned = call.pinned ? old() : undefined;
  if (pinned) return { ...pinned, source: "revalidated", age: 0 };
  if (options.cacheOnly) {
    const stored = old();
    if (stored) return stored;
    throw new ServiceRequestError({
      code: "offline",
      message: "This page was not visited before, so it is not available offline.",
    });
  }
  try {
    return await withRetries(
      () => attempt(context, call, path, cached, options),
      (failure) => failure.retryable && !call.operation.isAction,
      options.signal,
      context.policy(),
    );
  } catch (error) {
    if (!(error instanceof ServiceRequestError)) throw error;
    const stored = error.unreachable ? old() : undefined;
    if (stored) return stored;
    if (cached && error.problem.code === "not_found") context.cache.delete(context.account, path);
    throw error;
  }
}

const noCache = { "cache-control": "no-cache" } as const;

const isCacheable = ({ operation }: OperationCall): boolean => operation.cacheable;

function fromCache(cached: CachedResponse): OperationResponse | undefined {
  const body = cached.body();
  const age = (Date.now() - cached.checkedAt) / 1000;
  return body && { status: 200, headers: cached.headers, body, source: "cache", age };
}

async function attempt(
  context: ReadContext,
  call: OperationCall,
  path: string,
  cached: CachedResponse | undefined,
  options: OperationReadOptions,
): Promise<OperationResponse> {
  const { signal, priority, isCancelable } = options;
  const { client, cache, account } = context;
  const { method, response } = call.operation;
  await waitForGate(context, call.key, signal);
  const incoming = await client.send(
    {
      method,
      path,
      operation: call.key,
      // Nor from a cache of the service.
      headers: { ...(cached ? validators(cached.headers) : {}), ...(options.fresh ? noCache : {}) },
      allowElsewhere: response.kind === "bytes",
      limits: limitsOf(call.operation),
      priority,
      isCancelable,
      what: isCancelable ? call.operation.summary : undefined,
    },
    signal,
  );
  if (incoming.status === 304) {
    discardBody(incoming.body);
    const body = cached && confirms(incoming.headers, cached.headers) ? cached.body() : undefined;
    if (!cached || !body) return unconditional(context, call, path, options, cached !== undefined);
    cache.confirm(account, path);
    return { status: 200, headers: cached.headers, body, source: "revalidated", age: 0 };
  }
  if (incoming.status >= 300)
    throw await readErrorResponse(incoming, `${method} ${path.split("?")[0]}`, true);
  const headers = safeHeaders(incoming.headers, !incoming.compressed);
  const result = { status: 200, headers, source: "network", age: 0 } as const;
  if (incoming.status !== 200) {
    discardBody(incoming.body);
    // A trace that does not exist yet may be no content.
    if (incoming.status === 204 && response.kind === "text") return { ...result, status: 204, body: null };
    throw unexpectedStatus(incoming.status, client);
  }
  if (method === "HEAD") {
    discardBody(incoming.body);
    if (readFileHeaders(incoming.headers).size === null || findOtherFile(call, incoming.headers) !== null)
      throw unexpectedStatus(incoming.status, client);
    return { ...result, body: null };
  }
  const mayCache = isCacheable(call) && !/no-store/.test(incoming.headers.get("cache-control") ?? "");
  const store = (body: Uint8Array<ArrayBuffer>) => {
    const stored = removeSecrets(call.operation, headers, body);
    if (stored) cache.put(account, path, stored.headers, stored.body);
  };
  const limit = options.pinAs ? maxPinnedBytes : maxCachedBytes;
  const received = await receiveBody(client, call, incoming, mayCache ? { limit, store } : null);
  if (response.kind === "json") headers.delete("content-length");
  return { ...result, ...received };
}

/** Sends the read again without validators, after a 304 that does not match the cached version. */
async function unconditional(
  context: ReadContext,
  call: OperationCall,
  path: string,
  options: OperationReadOptions,
  wasConditional: boolean,
): Promise<OperationResponse> {
  if (!wasConditional) throw unexpectedStatus(304, context.client);
  return attempt(context, call, path, undefined, options);
}

/** Returns whether a 304 confirms the cached version: it repeats the ETag of the full response. */
function confirms(now: Headers, cached: Headers): boolean {
  const etag = cached.get("etag");
  const plain = (value: string | null) => value?.replace(/^W\//, "");
  return etag === null || plain(now.get("etag")) === plain(etag);
}

/** The failure for an unexpected success, such as a 206 or 304 that was not requested. */
export const unexpectedStatus = (status: number, client: ServiceClient): ServiceRequestError =>
  new ServiceRequestError(
    {
      code: "bad_response",
      message: `${client.endpoint.base.host} sent a response that does not match the request.`,
      detail: `HTTP ${status}`,
      retry: true,
    },
    { retryable: true, unreachable: true },
  );

/** Returns whether a response cached by an earlier version of Helve may be used. */
function isGood(call: OperationCall, headers: Headers, body: Uint8Array): boolean {
  try {
    return checkCached(call, headers, body).proves;
  } catch (error) {
    if (error instanceof BodyDefect) return false;
    throw error;
  }
}

/** Waits until the service's rate limit allows a call. Throws `rate_limited` when that takes longer than the policy allows. */
export async function waitForGate(
  { client, policy }: Pick<ReadContext, "client" | "policy">,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const wait = client.gate.remaining(key);
  if (wait > policy().maxWaitMs) {
    throw new ServiceRequestError({
      code: "rate_limited",
      message: tooManyRequests(wait),
      retry: true,
      retryAfter: Math.ceil(wait / 1000),
    });
  }
  await client.gate.pass(key, signal);
}

function validators(headers: Headers): Record<string, string> {
  const etag = headers.get("etag");
  const modified = headers.get("last-modified");
  return {
    ...(etag ? { "if-none-match": etag } : {}),
    ...(modified ? { "if-modified-since": modified } : {}),
  };
}

/** A response as it may go to disk. */
interface Storable {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Secret fields of all cached responses: services send some where the contract does not name them. */
const secretNames: ReadonlySet<string> = new Set(
  Object.values(operations).flatMap(({ cacheable, secrets }) => (cacheable ? secrets : [])),
);
const removeSecretsValidators = ["etag", "last-modified"];

/**
 * Returns a response without its secrets; null where they cannot be removed. A reduced response has no validators,
 * so that the next read requests all of it again.
 */
function removeSecrets(
  operation: AnyOperation,
  from: Headers,
  body: Uint8Array<ArrayBuffer>,
): Storable | null {
  const headers = new Headers(from);
  headers.delete("content-length");
  if (operation.response.kind !== "json" || !mentionsSecret(body)) return { headers, body };
  let removed = false;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body), (name, field: unknown) => {
      if (!secretNames.has(name) || typeof field !== "string" || field === "") return field;
      removed = true;
      return undefined;
    });
    if (!removed) return { headers, body };
    for (const name of removeSecretsValidators) headers.delete(name);
    return { headers, body: new TextEncoder().encode(JSON.stringify(value)) };
  } catch {
    return null;
  }
}

const secretKeys = [...secretNames].map((name) => Buffer.from(`"${name}"`));

/** Returns whether a body has one of the names as a key; most have none and are not parsed. */
function mentionsSecret(body: Uint8Array): boolean {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return secretKeys.some((key) => buffer.includes(key));
}
