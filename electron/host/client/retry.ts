import { setTimeout as delay } from "node:timers/promises";
import { canceled, ServiceFailure } from "./service-failure.ts";

/** How often and how long to try again. Times in ms. */
export interface RetryPolicy {
  readonly retries: number;
  /** First pause; doubles with each try. */
  readonly base: number;
  readonly longest: number;
  /** Longest wait that a service may ask for before the page is told instead. */
  readonly patience: number;
}

export const retryPolicy: RetryPolicy = { retries: 3, base: 250, longest: 5000, patience: 30_000 };

/** Runs `attempt` again while `mayRepeat` its failure, with exponential backoff and full jitter. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  mayRepeat: (failure: ServiceFailure) => boolean,
  signal: AbortSignal,
  policy: RetryPolicy,
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw canceled();
      if (!(error instanceof ServiceFailure) || tried >= policy.retries || !mayRepeat(error)) throw error;
      const pause = Math.random() * Math.min(policy.longest, policy.base * 2 ** tried);
      const wait = (error.wait ?? 0) + pause;
      if (wait > policy.patience) throw error;
      await delay(wait, undefined, { signal }).catch(() => {
        throw canceled();
      });
    }
  }
}
