/** The service's limits, from the headers of a response. */
export interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds from now until calls may continue, where the service says so. */
  readonly wait: number | null;
}

/** Reads `RateLimit-*` and `Retry-After` (seconds or date); dates count by the service's own clock. */
export function readRateLimit(headers: Headers, now = Date.now()): RateLimit {
  const serverNow = Date.parse(headers.get("date") ?? "");
  const clock = Number.isNaN(serverNow) ? now : serverNow;
  return {
    limit: toNumber(headers.get("ratelimit-limit")),
    remaining: toNumber(headers.get("ratelimit-remaining")),
    wait: retryAfter(headers.get("retry-after"), clock) ?? untilReset(headers, clock),
  };
}

function retryAfter(value: string | null, clock: number): number | null {
  const seconds = toNumber(value);
  if (seconds !== null) return seconds * 1000;
  const date = Date.parse(value ?? "");
  return Number.isNaN(date) ? null : Math.max(0, date - clock);
}

function untilReset(headers: Headers, clock: number): number | null {
  const reset = toNumber(headers.get("ratelimit-reset"));
  return reset === null ? null : Math.max(0, reset * 1000 - clock);
}

const toNumber = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
