import { type Resolve, systemResolve } from "../../../system/reach.ts";
import {
  type Attempt,
  type Delivery,
  nextDeliveries,
  recordAttempt,
} from "../../store/hooks/hook-deliveries.ts";
import { findSystemHook, hookToken, type SystemHook } from "../../store/hooks/system-hooks.ts";
import type { Store } from "../../store/store.ts";
import { hookReach } from "./hook-reach.ts";
import { defaultPostLimits, type PostLimits, type PostResult, postEvent } from "./post-event.ts";
import { onDeliveriesQueued } from "./queued-deliveries.ts";

export interface DeliveryQueueOptions {
  /** Base URL of the service, as sent to receivers. */
  readonly serviceUrl: () => string;
  readonly onError: (error: unknown) => void;
  /** Milliseconds before each further attempt; after the last one a delivery is given up. */
  readonly retryDelaysMs?: readonly number[];
  /** Milliseconds between what queues a delivery and its first attempt. */
  readonly quietMs?: number;
  readonly limits?: PostLimits;
  readonly resolve?: Resolve;
}

/** Milliseconds before the second attempt, the third, and so on. */
const defaultRetryDelaysMs = [2_000, 15_000, 60_000, 300_000, 1_800_000];
/** Hooks that are delivered to at the same time; one delivery each. */
const maxConcurrent = 4;
const storeRetryDelayMs = 60_000;
/** Milliseconds between what queues a delivery, such as a commit, and its first attempt: the response goes first. */
const defaultQuietMs = 250;
/** Recorded instead of the token. */
const hiddenToken = "[hidden]";

/**
 * Delivers the pending events of a store, in the order in which they are due, until it is closed. An attempt that the end
 * of the process interrupts is made again at the next start: each event is delivered at least once.
 */
export class DeliveryQueue {
  readonly #store: Store;
  readonly #options: DeliveryQueueOptions;
  readonly #closing = new AbortController();
  /** By the id of the hook. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires, and until which there is a pause: milliseconds since the epoch. */
  #wakesAt = Number.POSITIVE_INFINITY;
  #pausedUntil = 0;

  constructor(store: Store, options: DeliveryQueueOptions) {
    this.#store = store;
    this.#options = options;
    this.#unsubscribe = onDeliveriesQueued(store, () => this.#scheduleIn(options.quietMs ?? defaultQuietMs));
    this.#schedule();
  }

  /** Ends the attempts that run. They are made again when the service starts again. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  /** Schedules after some milliseconds, unless that is planned to happen earlier. */
  #scheduleIn(delayMs: number): void {
    const at = Date.now() + delayMs;
    if (this.#closing.signal.aborted || at >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    this.#timer = setTimeout(() => this.#schedule(), delayMs);
    this.#timer.unref();
  }

  #schedule(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    const free = maxConcurrent - this.#running.size;
    if (free <= 0) return;
    for (const delivery of nextDeliveries(this.#store, this.#running.keys(), free)) {
      const dueIn = Math.max(Date.parse(delivery.dueAt), this.#pausedUntil) - Date.now();
      if (dueIn > 0) {
        this.#scheduleIn(Math.min(dueIn, 60_000));
        return;
      }
      const done = this.#attempt(delivery)
        .catch((error: unknown) => {
          // The result could not be stored: retried later.
          this.#pausedUntil = Date.now() + storeRetryDelayMs;
          this.#options.onError(error);
        })
        .finally(() => {
          this.#running.delete(delivery.hookId);
          this.#scheduleIn(0);
        });
      this.#running.set(delivery.hookId, done);
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const hook = findSystemHook(this.#store, delivery.hookId);
    if (!hook) return;
    const at = new Date();
    const result = await this.#post(hook, delivery).catch((error: unknown): PostResult => {
      this.#options.onError(error);
      return { kind: "failed", error: "The request could not be made", isRefused: true };
    });
    if (this.#closing.signal.aborted) return;
    this.#record(hook, delivery, at, result);
  }

  async #post(hook: SystemHook, delivery: Delivery): Promise<PostResult> {
    const token = hookToken(this.#store, hook);
    const headers = this.#headers(delivery);
    const result = await postEvent({
      url: new URL(hook.url),
      headers: token === null ? headers : { ...headers, "X-Gitlab-Token": token },
      body: delivery.payload,
      checksCertificates: hook.checksCertificates,
      reach: hookReach(this.#store),
      resolve: this.#options.resolve ?? systemResolve,
      limits: this.#options.limits ?? defaultPostLimits,
      signal: this.#closing.signal,
    });
    if (result.kind === "failed" || !token) return result;
    // A receiver may echo the token.
    const hide = (text: string) => text.replaceAll(token, hiddenToken);
    const shown = Object.entries(result.headers).map(([name, value]) => [name, hide(value)] as const);
    return { ...result, headers: Object.fromEntries(shown), body: hide(result.body) };
  }

  #headers(delivery: Delivery): Record<string, string> {
    return {
      "Content-Type": "application/json",
      "User-Agent": "Helve",
      "X-Gitlab-Event": "System Hook",
      "X-Gitlab-Event-UUID": delivery.eventId,
      "Idempotency-Key": delivery.key,
      "X-Gitlab-Instance": this.#options.serviceUrl(),
    };
  }

  #record(hook: SystemHook, delivery: Delivery, at: Date, result: PostResult): void {
    const { retryDelaysMs = defaultRetryDelaysMs } = this.#options;
    const error = result.kind === "failed" ? result.error : (result.error ?? statusError(result.status));
    const attempt: Attempt = {
      at: at.toISOString(),
      duration: (Date.now() - at.getTime()) / 1000,
      status: result.kind === "response" ? result.status : null,
      error,
    };
    const delay = retryDelaysMs[delivery.attempts.length];
    const isOver = error === null || delay === undefined || (result.kind === "failed" && result.isRefused);
    recordAttempt(this.#store, delivery, {
      state: error === null ? "delivered" : isOver ? "failed" : "pending",
      dueAt: isOver ? delivery.dueAt : new Date(Date.now() + delay).toISOString(),
      attempts: [...delivery.attempts, attempt],
      requestHeaders: {
        ...this.#headers(delivery),
        ...(hook.sealedToken === null ? {} : { "X-Gitlab-Token": hiddenToken }),
      },
      responseHeaders: result.kind === "response" ? result.headers : {},
      responseBody: result.kind === "response" ? result.body : "",
    });
  }
}

/** Returns why a status is a failure, null for success. */
function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `HTTP ${status}: redirects are not followed`;
  return `HTTP ${status}`;
}
