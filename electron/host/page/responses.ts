import { createReadStream } from "node:fs";
import type { ErrorCode, Problem } from "../../../shared/errors.ts";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { toStream } from "../client/body.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";

/** Bytes of a file that are read at once. */
const highWaterMark = 256 * 1024;

/** Returns the first `size` bytes of a file as a download's content or as data for the page. */
export function fileResponse(
  path: string,
  size: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // A read stream cannot be empty.
  const body = size > 0 ? toStream(createReadStream(path, { start: 0, end: size - 1, highWaterMark })) : null;
  return new Response(body, {
    headers: addSecurityHeaders(
      new Headers({ "content-type": "application/octet-stream", ...headers, "content-length": String(size) }),
    ),
  });
}

/** Returns the response with an image that was fetched for the page: bytes, with their type in a header of its own. */
export function imageResponse({
  type,
  bytes,
}: {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}): Response {
  const headers = { "content-type": "application/octet-stream", [imageTypeHeader]: type };
  return new Response(bytes, { headers: addSecurityHeaders(new Headers(headers)) });
}

const statuses: Readonly<Record<ErrorCode, number>> = {
  offline: 503,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid_input: 400,
  refused: 409,
  rate_limited: 429,
  too_large: 413,
  timeout: 504,
  tls: 502,
  unavailable: 503,
  bad_response: 502,
  uncertain_write: 502,
  unconfirmed: 428,
  canceled: 499,
  not_implemented: 501,
  keychain: 503,
  internal: 500,
};

/** Returns the one error response of the host: `application/problem+json`, with the service's status where it refused. */
export function problemResponse(value: Problem): Response {
  // A response may have no status below 200 or above 599, whatever a service sends.
  const { status: sent = 0 } = value;
  const status = sent >= 400 && sent <= 599 ? sent : statuses[value.code];
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (value.retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(value.retryAfter)));
  return new Response(JSON.stringify(value), { status, headers });
}
