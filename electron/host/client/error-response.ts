import { readServiceError } from "../../../shared/api/contract/service-error.ts";
import type { ErrorCode, Problem } from "../../../shared/errors.ts";
import { isHtml } from "../checks/expectation.ts";
import { collect, discardBody } from "./body.ts";
import { ServiceRequestError } from "./network-error.ts";
import { readRateLimit } from "./rate-limit.ts";
import type { ServiceResponse } from "./service-client.ts";

/** Bytes of an error body that are read; a readable message is shorter. */
const errorLimit = 64 * 1024;
const errorDeadline = 10_000;

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "invalid_input",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "refused",
  406: "refused",
  409: "conflict",
  410: "not_found",
  412: "conflict",
  413: "too_large",
  422: "invalid_input",
  429: "rate_limited",
  501: "not_implemented",
};
const gateways = new Set([502, 503, 504]);

/** Returns the failure of an error response. `call` is `METHOD /path` for the technical line. */
export async function readErrorResponse(
  incoming: ServiceResponse,
  call: string,
  reads: boolean,
): Promise<ServiceRequestError> {
  const { status, headers } = incoming;
  const text = await errorText(incoming);
  const { message: words, fields, local } = readServiceError(status, headers.get("content-type"), text);
  // Helve's own service refuses for its disk, and has changed nothing.
  const isOfDisk = local?.reason.startsWith("disk_") ?? false;
  const changed = reads || isOfDisk || isRefusal(status, headers.get("content-type")) ? "no" : "unknown";
  const code = isOfDisk ? "refused" : codeFor(status, words, changed);
  const rate = readRateLimit(headers);
  // Where the service itself gives the reason, it was reached, and waited long enough.
  const isGateway = gateways.has(status);
  const busy = status === 429 || (status === 503 && rate.wait !== null);
  const problem: Problem = {
    code,
    message: code === "rate_limited" ? tooManyRequests(rate.wait) : sentence(code, status, words),
    detail: `${call}: HTTP ${status}: ${words}`,
    status,
    changed,
    retry: isOfDisk || status === 429 || (reads && status >= 500 && status !== 501),
    retryAfter: busy && rate.wait !== null ? Math.ceil(rate.wait / 1000) : undefined,
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    ...(local ? { message: words, reason: local.reason, details: local.details } : {}),
  };
  return new ServiceRequestError(problem, {
    retryable: status === 429 || (isGateway && !local),
    unreachable: isGateway && !local,
    webPage: isHtml(headers.get("content-type")),
    retryAfterMs: busy ? (rate.wait ?? undefined) : undefined,
  });
}

/** Statuses with which a service refuses a call before it changes anything. */
const refusals: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 409, 410, 412, 415, 422, 423, 428, 451, 501,
]);
/** Statuses of calls that were not even read, so that a gateway may refuse them with a page of its own. */
const unread: ReadonlySet<number> = new Set([401, 411, 413, 414, 417, 429, 431]);

/**
 * Returns whether an error response shows that nothing was changed. A page of a gateway does not: it may stand in for
 * the service's own response.
 */
const isRefusal = (status: number, type: string | null): boolean =>
  unread.has(status) || (refusals.has(status) && !isHtml(type));

function codeFor(status: number, words: string, changed: Problem["changed"]): ErrorCode {
  if (changed === "unknown") return "uncertain_write";
  if (status === 400 && /has changed since you started editing|already exists/i.test(words))
    return "conflict";
  return codes[status] ?? (status >= 500 ? "unavailable" : "refused");
}

function sentence(code: ErrorCode, status: number, words: string): string {
  const plain = words.replace(/^\d{3} /, "").trim();
  switch (code) {
    case "unauthorized":
      return /expired|revoked/i.test(words)
        ? `The token no longer works: ${full(plain)} Enter a new one under Settings, Accounts.`
        : "The service does not accept this account's token. Enter a new one under Settings, Accounts.";
    case "forbidden":
      return /^forbidden$/i.test(plain) ? "This account does not have permission." : full(plain);
    case "not_found": {
      const thing = /^(.*?) ?not found$/i.exec(plain)?.[1]?.trim();
      return thing
        ? `${thing} not found, or you do not have access.`
        : "Not found, or you do not have access.";
    }
    case "not_implemented":
      return "This service does not support this.";
    case "uncertain_write":
      return `The service did not confirm this (${status}).`;
    case "unavailable":
      return `The service has a problem (${status}). Try again later.`;
    case "too_large":
      return "Too large for the service.";
    default:
      return full(plain);
  }
}

/** Returns what a rate limit means for the user; `wait` in ms, null where the service does not say how long. */
export function tooManyRequests(wait: number | null): string {
  if (wait === null || wait < 1000) return "Too many requests. The service asks Helve to wait.";
  const seconds = Math.ceil(wait / 1000);
  const time =
    seconds === 1 ? "1 second" : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many requests. The service asks Helve to wait ${time}.`;
}

const full = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

async function errorText(incoming: ServiceResponse): Promise<string> {
  try {
    const { chunks } = await collect(incoming.body, { limit: errorLimit, timeoutMs: errorDeadline });
    return Buffer.concat(chunks).subarray(0, errorLimit).toString("utf8");
  } catch {
    return "";
  } finally {
    discardBody(incoming.body);
  }
}
