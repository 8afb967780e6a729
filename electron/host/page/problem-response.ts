import type { ErrorCode, Problem } from "../../../shared/errors.ts";

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
  const isRefusal = value.status !== undefined && value.status >= 400 && value.status <= 599;
  const status = isRefusal ? value.status : statuses[value.code];
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (value.retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(value.retryAfter)));
  return new Response(JSON.stringify(value), { status, headers });
}
