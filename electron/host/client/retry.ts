import { setTimeout as delay } from "node:timers/promises";
import { canceled, ServiceRequestError } from "./network-error.ts";

/** Number and delays of retries. Times in ms. */
export interface RetryPolicy {
  readonly retries: number;
  /** Doubles with each retry. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Longest wait that a service may request; with a longer one the call fails. */
  readonly maxWaitMs: number;
  /** Waits for a time that a service requested; the user may lift it. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const retryPolicy: RetryPolicy = {
  retries: 3,
  firstDelayMs: 250,
  maxDelayMs: 5000,
  maxWaitMs: 30_000,
  pause: (ms, signal) => delay(ms, undefined, { signal }),
};

/** Runs `attempt` again while `mayRepeat` its failure, with exponential backoff and full jitter. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  mayRepeat: (failure: ServiceRequestError) => boolean,
  signal: AbortSignal,
  policy: RetryPolicy,
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw canceled();
      if (!(error instanceof ServiceRequestError) || tried >= policy.retries || !mayRepeat(error))
        throw error;
      const backoffMs = Math.random() * Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** tried);
      const wait = (error.retryAfterMs ?? 0) + backoffMs;
      if (wait > policy.maxWaitMs) throw error;
      await policy.pause(wait, signal).catch(() => {
        throw canceled();
      });
    }
  }
}
