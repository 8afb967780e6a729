import { z } from "zod";
import { createWorkerClient } from "../../../../shared/workers/worker-client.ts";
import { startThread, threadModule } from "../../../system/threads.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  type Attempt,
  type Delivery,
  type DeliveryChange,
  type NextDeliveries,
  nextDeliveries,
} from "../../store/hooks/hook-deliveries.ts";
import { findHook, type Hook, hookToken } from "../../store/hooks/hooks.ts";
import { hookReach } from "./change-hooks.ts";
import { AttemptRecords, HookPauses } from "./delivery-records.ts";
import type { HookThreadMethods } from "./posts/hook-thread.ts";
import { defaultPostLimits, type Post, type PostLimits, type PostResult } from "./posts/post-event.ts";
import { onDeliveriesQueued, onDeliveryRequested } from "./queued-deliveries.ts";

/** Megabytes that the thread's objects may take. */
const maxHeapMb = 128;
/** Milliseconds without a request after which the thread is ended. */
const idleMs = 30_000;

/**
 * The thread in which one service sends events: encryption, certificates and receivers that do not respond take no time
 * from its requests.
 */
class HookThread {
  readonly #thread = createWorkerClient<HookThreadMethods>(() =>
    startThread(threadModule(new URL("./posts/hook-thread.ts", import.meta.url)), {
      name: "hooks",
      maxHeapMb,
    }),
  );
  #running = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Sends an event, as `postEvent` does. Never rejects. */
  post = async (post: Post, signal: AbortSignal): Promise<PostResult> => {
    clearTimeout(this.#idle);
    this.#running++;
    try {
      return await this.#thread.call("post", post, { signal });
    } catch {
      // The thread ended, as with no memory left: the next attempt starts another one.
      return { kind: "failed", error: "The request could not be made", isRefused: false };
    } finally {
      if (--this.#running === 0) this.#idle = setTimeout(() => this.stop(), idleMs).unref();
    }
  };

  stop(): void {
    clearTimeout(this.#idle);
    this.#thread.stop();
  }
}

export interface DeliveryQueueOptions {
  /** Base URL of the service, as sent to receivers. */
  readonly serviceUrl: () => string;
  readonly onError: (error: unknown) => void;
  /** Milliseconds before each further attempt; after the last one a delivery is given up. */
  readonly retryDelaysMs?: readonly number[];
  /** Milliseconds between what queues a delivery and its first attempt. */
  readonly quietMs?: number;
  /** Milliseconds for which results are collected before they are stored. */
  readonly recordMs?: number;
  readonly limits?: PostLimits;
  /** Sends an event; never rejects. In a thread unless given. */
  readonly post?: (post: Post, signal: AbortSignal) => Promise<PostResult>;
}

/** Milliseconds before the second attempt, the third, and so on. */
const defaultRetryDelaysMs = [2_000, 15_000, 60_000, 300_000, 1_800_000];
/** Hooks that are delivered to at the same time, one delivery each, and those of them whose last attempt failed. */
export const maxConcurrent = 4;
const maxConcurrentFailing = 2;
const storeRetryDelayMs = 60_000;
/** Milliseconds between what queues a delivery, such as a commit, and its first attempt: the response goes first. */
const defaultQuietMs = 250;
/** Milliseconds for which results are collected before they are stored. */
const defaultRecordMs = 250;
const maxSleepMs = 60_000;
/** Recorded instead of the token. */
const hiddenToken = "[hidden]";

/**
 * Delivers the pending events of a store until it is closed: those of a hook in the order in which they are due, a few hooks
 * at a time. A hook that cannot be reached is paused with all of its events, so that it takes neither time nor order from
 * anything else. An attempt that the end of the process interrupts is made again at the next start: each event is
 * delivered at least once.
 */
export class DeliveryQueue {
  readonly #store: ServiceStore;
  readonly #options: DeliveryQueueOptions;
  readonly #closing = new AbortController();
  /** By the id of the hook. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #thread = new HookThread();
  readonly #pauses: HookPauses;
  readonly #records: AttemptRecords;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires, and until which there is a pause: milliseconds since the epoch. */
  #wakesAt = Number.POSITIVE_INFINITY;
  #pausedUntil = 0;

  constructor(store: ServiceStore, options: DeliveryQueueOptions) {
    this.#store = store;
    this.#options = options;
    this.#pauses = new HookPauses(store.clock, this.#retryDelaysMs);
    this.#records = new AttemptRecords(store, options.recordMs ?? defaultRecordMs, {
      // What stays pending can be found again.
      stored: () => this.#scheduleIn(0),
      failed: (error) => {
        this.#pausedUntil = this.#store.clock.now() + storeRetryDelayMs;
        this.#scheduleIn(storeRetryDelayMs);
        options.onError(error);
      },
    });
    const unsubscribe = [
      onDeliveriesQueued(store, () => this.#scheduleIn(options.quietMs ?? defaultQuietMs)),
      onDeliveryRequested(store, (hookId) => this.#pauses.resume(hookId)),
    ];
    this.#unsubscribe = () => {
      for (const end of unsubscribe) end();
    };
    this.#schedule();
  }

  get #retryDelaysMs(): readonly number[] {
    return this.#options.retryDelaysMs ?? defaultRetryDelaysMs;
  }

  /** Attempts whose results are not stored yet. */
  get unrecorded(): number {
    return [...this.#records.ids()].length;
  }

  /** Ends the attempts that run. They are made again when the service starts again. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
    this.#records.flush();
    this.#thread.stop();
  }

  /** Schedules after some milliseconds, unless that is planned to happen earlier. */
  #scheduleIn(delayMs: number): void {
    const at = this.#store.clock.now() + delayMs;
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
    const now = this.#store.clock.now();
    if (this.#pausedUntil > now) {
      this.#scheduleIn(this.#pausedUntil - now);
      return;
    }
    this.#records.retry();
    const running = [...this.#running.keys()];
    const free = maxConcurrent - running.length;
    if (free <= 0) return;
    const { ready, paused, nextEnd } = this.#pauses.list(now);
    const busy = [...running, ...this.#records.hooks()];
    this.#start(free, { withoutHooks: [...busy, ...ready, ...paused] });
    const failing = maxConcurrentFailing - running.filter(this.#pauses.isFailing).length;
    const left = Math.min(failing, maxConcurrent - this.#running.size);
    if (left > 0 && ready.length > 0) this.#start(left, { withoutHooks: busy, onlyHooks: ready });
    if (Number.isFinite(nextEnd)) this.#scheduleIn(Math.min(nextEnd - now, maxSleepMs));
  }

  /** Starts what is due of some hooks, and schedules the first that is not. */
  #start(count: number, hooks: Pick<NextDeliveries, "withoutHooks" | "onlyHooks">): void {
    for (const delivery of nextDeliveries(this.#store, {
      count,
      ...hooks,
      withoutIds: this.#records.ids(),
    })) {
      const dueIn = Date.parse(delivery.dueAt) - this.#store.clock.now();
      if (dueIn > 0) {
        this.#scheduleIn(Math.min(dueIn, maxSleepMs));
        return;
      }
      const done = this.#attempt(delivery).finally(() => {
        this.#running.delete(delivery.hookId);
        this.#scheduleIn(0);
      });
      this.#running.set(delivery.hookId, done);
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const hook = findHook(this.#store, delivery.hookId);
    if (!hook) return;
    const at = new Date(this.#store.clock.now());
    const result = await this.#post(hook, delivery).catch((error: unknown): PostResult => {
      this.#options.onError(error);
      return { kind: "failed", error: "The request could not be made", isRefused: true };
    });
    if (this.#closing.signal.aborted) return;
    this.#end(hook, delivery, at, result);
  }

  async #post(hook: Hook, delivery: Delivery): Promise<PostResult> {
    const token = hookToken(this.#store, hook);
    const headers = this.#headers(hook, delivery);
    const { post = this.#thread.post, limits = defaultPostLimits } = this.#options;
    const request: Post = {
      url: hook.url,
      headers: token === null ? headers : { ...headers, "X-Gitlab-Token": token },
      body: delivery.payload,
      checksCertificates: hook.checksCertificates,
      reach: hookReach(this.#store),
      limits,
      isFailing: this.#pauses.isFailing(hook.id),
    };
    const result = await post(request, this.#closing.signal);
    if (result.kind === "failed" || !token) return result;
    // A receiver may echo the token.
    const hide = (text: string) => text.replaceAll(token, hiddenToken);
    const shown = Object.entries(result.headers).map(([name, value]) => [name, hide(value)] as const);
    return { ...result, headers: Object.fromEntries(shown), body: hide(result.body) };
  }

  #headers(hook: Hook, delivery: Delivery): Record<string, string> {
    return {
      "Content-Type": "application/json",
      "User-Agent": "Helve",
      "X-Gitlab-Event": hook.projectId === null ? "System Hook" : eventName(delivery.payload),
      "X-Gitlab-Event-UUID": delivery.eventId,
      "Idempotency-Key": delivery.key,
      "X-Gitlab-Instance": this.#options.serviceUrl(),
    };
  }

  #end(hook: Hook, delivery: Delivery, at: Date, result: PostResult): void {
    const error = result.kind === "failed" ? result.error : (result.error ?? statusError(result.status));
    const attempt: Omit<Attempt, "nextAt"> = {
      at: at.toISOString(),
      duration: (this.#store.clock.now() - at.getTime()) / 1000,
      status: result.kind === "response" ? result.status : null,
      error,
    };
    const state = this.#stateAfter(hook, delivery, result, error);
    this.#records.add({
      delivery,
      change: {
        ...state,
        attempts: [...delivery.attempts, { ...attempt, nextAt: this.#nextAttemptAt(hook, state) }],
        requestHeaders: {
          ...this.#headers(hook, delivery),
          ...(hook.sealedToken === null ? {} : { "X-Gitlab-Token": hiddenToken }),
        },
        responseHeaders: result.kind === "response" ? result.headers : {},
        responseBody: result.kind === "response" ? result.body : "",
      },
      giveUpBefore: this.#isGone(hook)
        ? new Date(this.#store.clock.now() - this.#longestMs()).toISOString()
        : undefined,
    });
  }

  /** Counts the result for the hook, and returns whether the delivery is over, or when it is due again. */
  #stateAfter(
    hook: Hook,
    delivery: Delivery,
    result: PostResult,
    error: string | null,
  ): Pick<DeliveryChange, "state" | "dueAt"> {
    const { dueAt } = delivery;
    if (error === null) {
      this.#pauses.succeeded(hook.id);
      return { state: "delivered", dueAt };
    }
    const responded = result.kind === "response";
    this.#pauses.failed(hook.id, { responded });
    const delayMs = this.#retryDelaysMs[delivery.attempts.length];
    const isOver = delayMs === undefined || (!responded && (result.isRefused || this.#isGone(hook)));
    if (isOver) return { state: "failed", dueAt };
    // A hook that was not reached is paused itself: its deliveries keep their order.
    return {
      state: "pending",
      dueAt: responded ? new Date(this.#store.clock.now() + delayMs).toISOString() : dueAt,
    };
  }

  /** Returns the time of the next attempt, null where there is none. */
  #nextAttemptAt(hook: Hook, { state, dueAt }: Pick<DeliveryChange, "state" | "dueAt">): string | null {
    if (state !== "pending") return null;
    return new Date(Math.max(Date.parse(dueAt), this.#pauses.endOf(hook.id))).toISOString();
  }

  /** Whether a hook has failed as often in a row as a delivery may: nothing waits for it any longer than that takes. */
  #isGone = (hook: Hook): boolean => this.#pauses.failuresOf(hook.id) > this.#retryDelaysMs.length;

  #longestMs = (): number => this.#retryDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
}

/** Names of events in the requests of webhooks, by `object_kind`. */
const eventNames: Readonly<Record<string, string>> = {
  push: "Push Hook",
  tag_push: "Tag Push Hook",
  merge_request: "Merge Request Hook",
  note: "Note Hook",
  issue: "Issue Hook",
  build: "Job Hook",
  pipeline: "Pipeline Hook",
  wiki_page: "Wiki Page Hook",
  release: "Release Hook",
};

const eventBody = z.object({ object_kind: z.string() });

/** Returns the name of an event by its body. */
function eventName(payload: string): string {
  const body = eventBody.safeParse(JSON.parse(payload));
  return eventNames[body.data?.object_kind ?? ""] ?? "Project Hook";
}

/** Returns why a status is a failure, null for success. */
function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `HTTP ${status}: redirects are not followed`;
  return `HTTP ${status}`;
}
