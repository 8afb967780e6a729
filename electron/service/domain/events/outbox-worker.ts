import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { isStorageError } from "../../../system/storage-error.ts";
import type { ServiceStore } from "../../service-store.ts";
import { eventChannel } from "../../store/event-channel.ts";
import { deleteOutboxEntry, insertOutboxEntry, listOutboxEntries } from "../../store/work-outbox.ts";

/** Entries that are read at a time. */
const batchSize = 100;
/** Entries of different lanes that are worked on at the same time. */
const maxConcurrent = 8;
/** Milliseconds before work that failed is tried again; after the last ones the next start of the service tries. */
const retryDelaysMs = [200, 1_000, 5_000, 30_000];
/** Milliseconds until work that a full disk stopped is tried again. */
const storageRetryDelayMs = 5_000;

interface OutboxWorker<T> {
  /**
   * Does the work of an entry. `settle` removes the entry: call it in the transaction that records the result, so that the
   * work is never done twice. Else the entry is removed when the work has ended.
   */
  readonly work: (task: T, settle: () => void) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Entries of a lane are worked on one after the other, in order; all are of one unless given. */
  readonly laneOf?: (task: T) => string | number;
  /**
   * Milliseconds without a new entry after which work begins, and twenty times as long at most: work that nobody waits for
   * takes nothing from a row of changes. Between two entries it rests for as long as three of them take. At once, without
   * rests, unless given.
   */
  readonly quietMs?: number;
}

/** Times of `quietMs` for which new entries put off the work. */
const maxQuietTimes = 20;
/** Times of an entry's work for which the next one of its lane waits, and the milliseconds that this is at most. */
const restTimes = 3;
const maxRestMs = 500;

/**
 * Returns a kind of work that follows from records of a store. `add` stores an entry: call it in the transaction of the
 * record. `start` does the work of all entries, also of those that a killed service left, until it is stopped.
 */
export function outboxOf<S extends z.ZodType>(kind: string, schema: S) {
  const added = eventChannel();
  return {
    add(store: ServiceStore, task: z.input<S>): void {
      insertOutboxEntry(store, kind, task);
      added.emit(store);
    },
    start(store: ServiceStore, worker: OutboxWorker<z.output<S>>): () => Promise<void> {
      const runner = new OutboxRunner(store, kind, schema, worker);
      // After the transaction.
      const unsubscribe = added.on(store, () =>
        worker.quietMs === undefined
          ? setImmediate(() => runner.schedule())
          : runner.scheduleOnceQuiet(worker.quietMs),
      );
      runner.schedule();
      return () => {
        unsubscribe();
        return runner.stop();
      };
    },
  };
}

class OutboxRunner<S extends z.ZodType> {
  readonly #store: ServiceStore;
  readonly #kind: string;
  readonly #schema: S;
  readonly #worker: OutboxWorker<z.output<S>>;
  readonly #lanes = new Map<string | number, Promise<void>>();
  readonly #stopping = new AbortController();
  /** Id of the last entry that was taken. */
  #taken = 0;
  #running = 0;
  #quiet: NodeJS.Timeout | undefined;
  /** Time at which work begins however many entries come: milliseconds since the epoch. */
  #latest: number | undefined;

  constructor(store: ServiceStore, kind: string, schema: S, worker: OutboxWorker<z.output<S>>) {
    this.#store = store;
    this.#kind = kind;
    this.#schema = schema;
    this.#worker = worker;
  }

  schedule(): void {
    if (this.#stopping.signal.aborted) return;
    try {
      this.#take();
    } catch (error) {
      this.#worker.onError(error);
    }
  }

  scheduleOnceQuiet(quietMs: number): void {
    const now = this.#store.clock.now();
    this.#latest ??= now + maxQuietTimes * quietMs;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(
      () => {
        this.#latest = undefined;
        this.schedule();
      },
      Math.min(quietMs, Math.max(0, this.#latest - now)),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#quiet);
    await Promise.all(this.#lanes.values());
  }

  #take(): void {
    while (this.#running < maxConcurrent) {
      const entries = listOutboxEntries(this.#store, this.#kind, this.#taken, batchSize);
      if (entries.length === 0) return;
      for (const { id, payload } of entries) {
        this.#taken = id;
        this.#enqueue(id, payload);
      }
    }
  }

  #enqueue(id: number, payload: string): void {
    const parsed = this.#schema.safeParse(JSON.parse(payload));
    if (!parsed.success) {
      deleteOutboxEntry(this.#store, id);
      return;
    }
    const task = parsed.data;
    const lane = this.#worker.laneOf?.(task) ?? 0;
    this.#running++;
    const done = (this.#lanes.get(lane) ?? Promise.resolve())
      .then(() => this.#work(id, task))
      .finally(() => {
        this.#running--;
        if (this.#lanes.get(lane) === done) this.#lanes.delete(lane);
        this.schedule();
      });
    this.#lanes.set(lane, done);
  }

  async #rest(workMs: number): Promise<void> {
    const ms = Math.min(maxRestMs, restTimes * workMs);
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #work(id: number, task: z.output<S>): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      let isSettled = false;
      const settle = () => {
        deleteOutboxEntry(this.#store, id);
        isSettled = true;
      };
      try {
        const start = performance.now();
        await this.#worker.work(task, settle);
        if (!isSettled) settle();
        if (this.#worker.quietMs !== undefined) await this.#rest(performance.now() - start);
        return;
      } catch (error) {
        this.#worker.onError(error);
        const delayMs = isStorageError(error) ? storageRetryDelayMs : retryDelaysMs[failures++];
        if (delayMs === undefined) return;
        await delay(delayMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
