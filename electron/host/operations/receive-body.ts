import { type BodyCheck, BodyDefect, limitsOf, oversized } from "../checks/body-check.ts";
import { checkWhole, type Expectation, expectationOf } from "../checks/expectation.ts";
import { type CollectOptions, collect, discardBody, toStream } from "../client/body.ts";
import {
  bodyDefectError,
  networkError,
  type ServiceRequestError,
  webPageError,
} from "../client/network-error.ts";
import type { ServiceClient, ServiceResponse } from "../client/service-client.ts";
import type { OperationCall } from "./operation-call.ts";
import type { OperationResponse } from "./response-headers.ts";

/** Bytes of streamed JSON that are buffered first, so that a broken one can be requested again. */
const streamedJsonBytes = 16 * 1024;
/** The same for a file of known size. */
const wholeFileBytes = 1024 * 1024;
/** The same for a file of unknown size, and the milliseconds after its first bytes that are waited for more. */
const firstFileBytes = 16 * 1024;
const firstFileMs = 100;
/** Compressed bytes of which all have arrived by then, so that streaming them shows nothing earlier. */
const smallPackedBytes = 64 * 1024;

/** A body, and where it is JSON that was parsed to check it, its value. */
type ReceivedBody = Required<Pick<OperationResponse, "body">> & Pick<OperationResponse, "value">;

/** Cache for a complete, valid body; `limit` in bytes. */
interface CacheTarget {
  readonly limit: number;
  store(body: Uint8Array<ArrayBuffer>): void;
}

/**
 * Reads a response's body: whole, so that an invalid one can be requested again, or as a stream that breaks where it
 * is invalid. `target` gets only bodies that are provably complete. Throws ServiceRequestError.
 */
export async function receiveBody(
  client: ServiceClient,
  call: OperationCall,
  incoming: ServiceResponse,
  target: CacheTarget | null,
): Promise<ReceivedBody> {
  const { host } = client.endpoint.base;
  const length = incoming.compressed ? null : contentLength(incoming.headers);
  try {
    const expectation = expectationOf(call, incoming.headers, length, incoming.isRedirected);
    const hasEnd = expectation.proves || incoming.compressed || hasKnownEnd(incoming.headers);
    const check = hasEnd ? expectation.check : { ...expectation.check, end: refuseEnd };
    const begin = beginOf(call, incoming, expectation);
    const timeoutMs = client.endpoint.timeout() * 1000;
    const { chunks, rest } = await collect(incoming.body, {
      ...begin,
      timeoutMs,
      ...(begin.isWhole ? { check } : {}),
    });
    if (rest) {
      if (begin.isWhole) throw oversized(begin.limit);
      return { body: toStream(incoming.body, chunks, rest, cachingCheck(check, target)) };
    }
    if (begin.isWhole) check.end();
    const body = Buffer.concat(chunks);
    if (!begin.isWhole) checkWhole({ check }, body);
    // An empty body may only mean that there is nothing yet.
    if (body.byteLength > 0 || expectation.proves) target?.store(body);
    return { body, value: expectation.value?.() };
  } catch (error) {
    discardBody(incoming.body);
    throw error instanceof BodyDefect ? defectFailure(error, incoming, host) : networkError(error, host);
  }
}

/** Throws {@link BodyDefect}: without a length, chunks or a hash, the end may be anywhere. */
const refuseEnd = (): never => {
  throw new BodyDefect("does not show where it ends");
};

/** Returns the failure for an invalid body. Only a read may be repeated. */
export function defectFailure(
  defect: BodyDefect,
  { status, headers }: ServiceResponse,
  host: string,
): ServiceRequestError {
  const type = headers.get("content-type");
  if (defect.otherType && /html/i.test(type ?? "")) return webPageError(host, status);
  return bodyDefectError(defect, host, `HTTP ${status}, ${(type ?? "no content type").slice(0, 200)}`);
}

/** The checks of a whole body for what the cache has; throws BodyDefect. `proven` as in {@link Expectation}. */
export function checkCached(call: OperationCall, headers: Headers, body: Uint8Array): Expectation {
  const expectation = expectationOf(call, headers, null, true);
  checkWhole(expectation, body);
  return expectation;
}

/** Part of a body that is read before any of it is passed on. `isWhole`: a longer one is refused instead of streamed. */
type Begin = Pick<CollectOptions, "limit" | "early"> & { readonly isWhole: boolean };

function beginOf(
  { operation }: OperationCall,
  { compressed, headers }: ServiceResponse,
  { size, isHashed, start }: Expectation,
): Begin {
  const { response } = operation;
  if (response.kind === "json") {
    const packed = contentLength(headers);
    const isSmall = compressed && packed !== null && packed <= smallPackedBytes;
    const isWhole = !response.streamed || isSmall;
    return { limit: isWhole ? limitsOf(operation).bytes : streamedJsonBytes, isWhole };
  }
  const isShort = size === null ? isHashed : size <= wholeFileBytes;
  if (isShort) return { limit: wholeFileBytes, isWhole: false };
  // A body that may be long is passed on from its first bytes.
  const early = { afterMs: firstFileMs, bytes: start };
  return { limit: firstFileBytes, isWhole: false, early };
}

/** Returns the bytes that a response promises, null where it names none or contradicts itself. */
export function contentLength(headers: Headers): number | null {
  const text = headers.get("content-length");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Returns whether the connection shows where a body ends; one that ends with its connection may have been cut off. */
export const hasKnownEnd = (headers: Headers): boolean =>
  headers.has("content-length") || /chunked/i.test(headers.get("transfer-encoding") ?? "");

/** Returns a check that also stores the body, unless that is over the limit. */
function cachingCheck(check: BodyCheck, target: CacheTarget | null): BodyCheck {
  let chunks: Uint8Array[] | null = target ? [] : null;
  let size = 0;
  return {
    chunk(bytes) {
      check.chunk(bytes);
      size += bytes.byteLength;
      if (target && size > target.limit) chunks = null;
      chunks?.push(bytes);
    },
    end() {
      check.end();
      if (chunks) target?.store(Buffer.concat(chunks));
      chunks = null;
    },
  };
}
