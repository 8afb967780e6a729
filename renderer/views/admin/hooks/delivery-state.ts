import type { HookEvent } from "../../../../shared/api/resources/system-hooks.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";
import { formatSeconds } from "../../../ui/format-time.ts";

/** The result of a delivery: label and tone. */
export interface DeliveryState {
  readonly kind: "waiting" | "retrying" | "delivered" | "failed";
  readonly text: string;
  readonly tone: BadgeTone;
}

const isSuccess = (status: string | null): boolean => /^2\d\d$/.test(status ?? "");

/** Returns the result of a delivery: its `state`, or the status of the response on services without one. */
export function deliveryState({ state, response_status, attempts }: HookEvent): DeliveryState {
  const status = attempts?.at(-1)?.status ?? (/^\d+$/.test(response_status ?? "") ? response_status : null);
  if (state === "pending") {
    return (attempts ?? []).length === 0
      ? { kind: "waiting", text: "Sending", tone: "running" }
      : { kind: "retrying", text: status === null ? "Retrying" : `Retrying, ${status}`, tone: "warning" };
  }
  const isDelivered = state ? state === "delivered" : isSuccess(response_status);
  return isDelivered
    ? { kind: "delivered", text: `Delivered, ${status}`, tone: "added" }
    : { kind: "failed", text: status === null ? "Failed" : `Failed, ${status}`, tone: "danger" };
}

/** Returns why the last attempt failed; null where it did not, or the service gives no reason. */
export const lastError = ({ attempts }: HookEvent): string | null => attempts?.at(-1)?.error ?? null;

/** Longest time between two reads of deliveries that are pending, in milliseconds. */
const maxPollMs = 60_000;

/** Returns after how many milliseconds the deliveries may have changed; false where none is pending. */
export function pollAfter(events: readonly HookEvent[], now: number): number | false {
  const pending = events.filter(({ state }) => state === "pending");
  if (pending.length === 0) return false;
  const due = pending.map(({ next_attempt_at }) => (next_attempt_at ? Date.parse(next_attempt_at) : now));
  return Math.min(maxPollMs, Math.max(1_000, Math.min(...due) - now + 500));
}

/** Returns how long an attempt took: "85 ms", "2.4 s". */
export const tookText = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : formatSeconds(seconds);
