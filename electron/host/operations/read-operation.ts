import type { CachedAnswer, ResponseCache } from "../cache/response-cache.ts";
import { type Collected, collect, type Tap, toStream } from "../client/body.ts";
import { discardBody } from "../client/discard-body.ts";
import type { Priority } from "../client/limiter.ts";
import { networkFailure } from "../client/network-failure.ts";
import { refusal } from "../client/refusal.ts";
import { type RetryPolicy, withRetries } from "../client/retry.ts";
import type { Incoming, ServiceClient } from "../client/service-client.ts";
import { ServiceFailure } from "../client/service-failure.ts";
import type { Answer } from "./answer.ts";
import { safeHeaders } from "./answer-headers.ts";
import type { OperationCall } from "./operation-call.ts";

/** Bytes of a JSON answer that are awaited before the page sees any, so that a broken one can be asked for again. */
const wholeLimit = 8 * 1024 * 1024;
/** The same for answers that are of use before their end. */
const firstLimit = 16 * 1024;
/** Bytes of the largest answer that the disk cache keeps. */
const cachedLimit = 8 * 1024 * 1024;
/** Bytes of the largest answer that the disk holds where it was asked to be kept. */
const keptLimit = 1024 * 1024 * 1024;
/** A JSON answer has to be whole within this many of the silence limits. */
const deadlineFactor = 10;

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly priority?: Priority;
  /** Answer from the disk alone. */
  readonly cacheOnly?: boolean;
  /** Name under which the answer stays on disk, whatever its size and age. */
  readonly keep?: string;
  /** Path and query, where they differ from the call's own (another page of it). */
  readonly path?: string;
}

/** What a reader works with: one account's client, and the cache under the account's id. */
export interface ReadContext {
  readonly account: string;
  readonly client: ServiceClient;
  readonly cache: ResponseCache;
  readonly policy: () => RetryPolicy;
}

/**
 * Carries out a GET or HEAD: conditional where the cache has an older answer, again after passing failures, and from
 * the cache where the service cannot be reached. Throws ProblemError.
 */
export async function readOperation(
  context: ReadContext,
  call: OperationCall,
  options: ReadOptions,
): Promise<Answer> {
  const path = options.path ?? call.path;
  if (options.keep && isCacheable(call)) context.cache.keep(context.account, path, options.keep);
  const cached = isCacheable(call) ? context.cache.get(context.account, path) : undefined;
  const old = () => (cached ? fromCache(cached) : undefined);
  // What a hash names is what it was: the disk's answer is as good as the service's.
  const pinned = call.pinned ? old() : undefined;
  if (pinned) return { ...pinned, source: "revalidated", age: 0 };
  if (options.cacheOnly) {
    const answer = old();
    if (answer) return answer;
    throw new ServiceFailure({
      code: "offline",
      message: "This was not visited before, so it is not there offline.",
    });
  }
  try {
    return await withRetries(
      () => attempt(context, call, path, cached, options),
      (failure) => failure.passing,
      options.signal,
      context.policy(),
    );
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const answer = error.unreachable ? old() : undefined;
    if (answer) return answer;
    if (cached && error.problem.code === "not_found") context.cache.delete(context.account, path);
    throw error;
  }
}

const isCacheable = ({ operation }: OperationCall): boolean =>
  operation.method === "GET" && !/archive|artifacts/.test(operation.path);

function fromCache(cached: CachedAnswer): Answer | undefined {
  const body = cached.body();
  const age = (Date.now() - cached.checkedAt) / 1000;
  return body && { status: 200, headers: cached.headers, body, source: "cache", age };
}

async function attempt(
  context: ReadContext,
  call: OperationCall,
  path: string,
  cached: CachedAnswer | undefined,
  options: ReadOptions,
): Promise<Answer> {
  const { signal, priority } = options;
  const { client, cache, account } = context;
  const { method, response } = call.operation;
  await waitForGate(context, call.key, signal);
  const incoming = await client.send(
    {
      method,
      path,
      operation: call.key,
      headers: cached ? validators(cached.headers) : {},
      allowElsewhere: response.kind === "bytes",
      ...(priority ? { priority } : {}),
    },
    signal,
  );
  if (incoming.status === 304 && cached) {
    discardBody(incoming.body);
    const body = cached.body();
    if (!body) return attempt(context, call, path, undefined, options);
    cache.confirm(account, path);
    return { status: 200, headers: cached.headers, body, source: "revalidated", age: 0 };
  }
  if (incoming.status >= 300) throw await refusal(incoming, `${method} ${path.split("?")[0]}`, true);
  const headers = safeHeaders(incoming.headers, !incoming.compressed);
  const answer = { status: incoming.status, headers, source: "network", age: 0 } as const;
  if (method === "HEAD" || incoming.status === 204) {
    discardBody(incoming.body);
    return { ...answer, body: null };
  }
  const keep = isCacheable(call) && !/no-store/.test(incoming.headers.get("cache-control") ?? "");
  const store = (body: Uint8Array<ArrayBuffer>) => {
    const kept = new Headers(headers);
    kept.delete("content-length");
    if (keep) cache.put(account, path, kept, body);
  };
  const tap = keep ? tapFor(store, options.keep ? keptLimit : cachedLimit) : undefined;
  if (response.kind !== "json") return { ...answer, body: toStream(incoming.body, [], undefined, tap) };
  checkJson(incoming, client);
  const begin = response.streamed ? firstLimit : wholeLimit;
  const { chunks, rest } = await collectBegin(incoming, client, begin);
  headers.delete("content-length");
  if (rest) return { ...answer, body: toStream(incoming.body, chunks, rest, tap) };
  const body = Buffer.concat(chunks);
  store(body);
  return { ...answer, body };
}

/** Waits out a pause that the service asked for, or tells of it when it is long. */
async function waitForGate({ client, policy }: ReadContext, key: string, signal: AbortSignal): Promise<void> {
  const wait = client.gate.remaining(key);
  if (wait > policy().patience) {
    throw new ServiceFailure({
      code: "rate_limited",
      message: "The service asked for a pause: too many requests in a short time.",
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

/** A login page of a proxy in between answers 200 too. */
function checkJson(incoming: Incoming, client: ServiceClient): void {
  const type = incoming.headers.get("content-type");
  if (type === null || /json/i.test(type)) return;
  discardBody(incoming.body);
  const host = client.endpoint.base.host;
  throw new ServiceFailure({
    code: "bad_response",
    message: /html/i.test(type)
      ? `${host} answered with a web page instead of data. A login page or a proxy may stand in between.`
      : `${host} answered with something else than data.`,
    detail: `HTTP ${incoming.status}, ${type.slice(0, 200)}`,
    status: undefined,
  });
}

async function collectBegin(incoming: Incoming, client: ServiceClient, limit: number): Promise<Collected> {
  try {
    return await collect(incoming.body, limit, client.endpoint.timeout() * 1000 * deadlineFactor);
  } catch (error) {
    throw networkFailure(error, client.endpoint.base.host);
  }
}

/** Gathers what streams by, until it grows beyond `limit` bytes. */
function tapFor(store: (body: Uint8Array<ArrayBuffer>) => void, limit: number): Tap {
  let chunks: Uint8Array[] | undefined = [];
  let size = 0;
  return {
    chunk(bytes) {
      size += bytes.byteLength;
      if (size > limit) chunks = undefined;
      chunks?.push(bytes);
    },
    end() {
      if (chunks) store(Buffer.concat(chunks));
    },
  };
}
