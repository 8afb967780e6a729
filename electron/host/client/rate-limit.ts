/** The service's limits, from the headers of a response. */
export interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds from now until calls may continue, where the service says so: {@link maxServiceWaitMs} at most. */
  readonly wait: number | null;
}

/** Longest wait that a service can cause, whatever it names: an hour. */
export const maxServiceWaitMs = 3_600_000;
/** `RateLimit-Reset` is a time in seconds since 1970 or, as in the standard's draft, a number of seconds. */
const firstTimestamp = 1_000_000_000;

/** Reads `RateLimit-*` and `Retry-After` (seconds or date); dates count by the service's own clock. */
export function readRateLimit(headers: Headers, now = Date.now()): RateLimit {
  const clock = toDate(headers.get("date")) ?? now;
  const wait = retryAfter(headers.get("retry-after"), clock) ?? untilReset(headers, clock);
  return {
    limit: toCount(headers.get("ratelimit-limit")),
    remaining: toCount(headers.get("ratelimit-remaining")),
    wait: wait === null ? null : Math.min(Math.max(0, wait), maxServiceWaitMs),
  };
}

function retryAfter(value: string | null, clock: number): number | null {
  const seconds = toNumber(value);
  if (seconds !== null) return seconds * 1000;
  const date = toDate(value);
  return date === null ? null : date - clock;
}

function untilReset(headers: Headers, clock: number): number | null {
  const reset = toNumber(headers.get("ratelimit-reset"));
  if (reset === null) return null;
  return reset < firstTimestamp ? reset * 1000 : reset * 1000 - clock;
}

/** Returns a number that is not negative, which may be infinite; null for anything else. */
const toNumber = (text: string | null): number | null =>
  text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null;

function toCount(text: string | null): number | null {
  const number = toNumber(text);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/** Returns the time of an HTTP date; `Date.parse` takes numbers for years, too. */
function toDate(text: string | null): number | null {
  const time = /[a-z]{3}.*:/i.test(text ?? "") ? Date.parse(text ?? "") : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
