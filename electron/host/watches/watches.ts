import { join } from "node:path";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { getPipeline } from "../../../shared/api/resources/pipelines.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { endText, goneState, isWatchEnd, watchKey } from "../../../shared/host/watch-end.ts";
import { type NewWatch, type Watch, watchList } from "../../../shared/host/watches.ts";
import { whereWritable } from "../../system/storage-error.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { ReadContext } from "../operations/read-operation.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";
import { readMergeState } from "./merge-state.ts";
import { readQuietly } from "./read-quietly.ts";

/** Intervals between two reads of one watched thing: the first one, and the one that it grows to. */
export interface WatchIntervals {
  readonly firstIntervalMs: number;
  readonly maxIntervalMs: number;
}

const defaultIntervals: WatchIntervals = { firstIntervalMs: 2000, maxIntervalMs: 60_000 };
const growth = 1.5;

interface WatchPollerOptions {
  readonly intervals: WatchIntervals;
  /** Reads a state from the service. */
  readonly read: (watch: Watch, signal: AbortSignal) => Promise<string>;
  /** Called after each read that succeeded; never after `stop`. */
  readonly onState: (watch: Watch, status: string) => void;
}

interface Poll {
  readonly watch: Watch;
  readonly abort: AbortController;
  timer: NodeJS.Timeout | undefined;
  intervalMs: number;
  status: string | null;
  isReading: boolean;
}

/**
 * Reads the state of each watched thing until it has ended, at most one request of each at a time, at intervals that grow
 * while nothing changes. With nothing to watch there is no timer and no request.
 */
export class WatchPoller {
  readonly #options: WatchPollerOptions;
  readonly #polls = new Map<string, Poll>();

  constructor(options: WatchPollerOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#polls.size;
  }

  /** Reads a watch now, and then repeatedly. Resolves after the first read, whether it succeeded or not. */
  async start(watch: Watch): Promise<void> {
    this.stop(watch.key);
    const { firstIntervalMs } = this.#options.intervals;
    const poll = {
      watch,
      abort: new AbortController(),
      timer: undefined,
      intervalMs: firstIntervalMs,
      status: watch.status,
      isReading: false,
    };
    this.#polls.set(watch.key, poll);
    await this.#read(poll);
  }

  stop(key: string): void {
    const poll = this.#polls.get(key);
    if (!poll) return;
    this.#polls.delete(key);
    clearTimeout(poll.timer);
    poll.abort.abort();
  }

  /** Reads all watches of an account now, after a reconnect. */
  wake(accountId: string): void {
    for (const poll of this.#polls.values()) {
      if (poll.watch.accountId !== accountId || poll.isReading) continue;
      poll.intervalMs = this.#options.intervals.firstIntervalMs;
      void this.#read(poll);
    }
  }

  close(): void {
    for (const key of [...this.#polls.keys()]) this.stop(key);
  }

  async #read(poll: Poll): Promise<void> {
    const { read, onState } = this.#options;
    const { watch, abort } = poll;
    clearTimeout(poll.timer);
    poll.isReading = true;
    try {
      const status = await read(watch, abort.signal);
      if (abort.signal.aborted) return;
      if (isWatchEnd({ kind: watch.kind, status: poll.status }, status)) this.stop(watch.key);
      this.#widen(poll, status !== poll.status);
      poll.status = status;
      onState(watch, status);
    } catch {
      this.#widen(poll, false);
    } finally {
      poll.isReading = false;
      if (this.#polls.get(watch.key) === poll) {
        poll.timer = setTimeout(() => void this.#read(poll), poll.intervalMs);
        poll.timer.unref();
      }
    }
  }

  #widen(poll: Poll, changed: boolean): void {
    const { firstIntervalMs, maxIntervalMs } = this.#options.intervals;
    poll.intervalMs = changed ? firstIntervalMs : Math.min(maxIntervalMs, poll.intervalMs * growth);
  }
}

interface WatchesOptions {
  readonly folder: string;
  readonly connections: Connections;
  readonly cache: ResponseCache;
  readonly bus: EventBus;
  /** Shows an end outside of the page. */
  readonly notify: (title: string, body: string, path: string) => void;
  readonly intervals?: Partial<WatchIntervals>;
}

const goneCodes: ReadonlySet<string> = new Set(["not_found", "forbidden"]);

/** The jobs, pipelines and automatic merges of all accounts that are watched. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #list: WatchList;
  readonly #poller: WatchPoller;
  /** Watches whose first read is running: if it finds an end, the job had ended before it was watched. */
  readonly #fresh = new Set<string>();
  /** Reasons of merges that did not happen, as they were read last, by the keys of their watches. */
  readonly #reasons = new Map<string, string | null>();
  /** Heads of merge requests as they were read last, by the keys of their watches. */
  readonly #heads = new Map<string, string>();

  constructor(options: WatchesOptions) {
    const { folder, bus, intervals } = options;
    this.#options = options;
    this.#list = new WatchList(folder, () => bus.emit({ type: "watches", watches: [...this.#list.all] }));
    this.#poller = new WatchPoller({
      intervals: { ...defaultIntervals, ...intervals },
      read: (watch, signal) => this.#read(watch, signal),
      onState: (watch, status) => this.#take(watch, status),
    });
    bus.addState(() => [{ type: "watches", watches: [...this.#list.all] }]);
    bus.watch((event) => {
      if (event.type === "connectivity" && event.state === "online") this.#poller.wake(event.accountId);
    });
    for (const watch of this.#list.all) if (watch.endedAt === null) void this.#poller.start(watch);
  }

  get all(): readonly Watch[] {
    return this.#list.all;
  }

  /** Number of unfinished watches. */
  get pending(): number {
    return this.#poller.size;
  }

  /**
   * Watches a job or pipeline and reads its state. One that has ended already is not added, and nobody is notified.
   * Throws ProblemError for an unknown account, or where there is no such thing.
   */
  async add(added: NewWatch): Promise<{ watching: boolean; watch: Watch }> {
    this.#options.connections.get(added.accountId);
    const known = this.#list.get(watchKey(added));
    if (known && known.endedAt === null) return { watching: true, watch: known };
    const watch = this.#list.add(added);
    this.#fresh.add(watch.key);
    await this.#poller.start(watch);
    this.#fresh.delete(watch.key);
    const now = this.#list.get(watch.key);
    if (!now) throw new ProblemError({ code: "conflict", message: "This was removed meanwhile." });
    if (now.endedAt !== null) this.remove(now.key);
    if (now.status === goneState) {
      throw new ProblemError({ code: "not_found", message: "Not found, or you do not have access." });
    }
    return { watching: now.endedAt === null, watch: now };
  }

  remove(key: string): void {
    this.#poller.stop(key);
    this.#heads.delete(key);
    this.#list.remove((watch) => watch.key === key);
  }

  removeEnded(): void {
    this.#list.remove(({ endedAt }) => endedAt !== null);
  }

  forgetAccount(accountId: string): void {
    for (const { key } of this.#list.all.filter((watch) => watch.accountId === accountId)) this.remove(key);
  }

  close(): void {
    this.#poller.close();
  }

  /** Reads a state; {@link goneState} where it was deleted on the service. Throws where the service cannot be read. */
  async #read(watch: Watch, signal: AbortSignal): Promise<string> {
    const { connections, cache } = this.#options;
    const { client, policy } = connections.get(watch.accountId);
    const context = { account: watch.accountId, client, cache, policy: () => ({ ...policy, retries: 0 }) };
    try {
      if (watch.kind !== "merge") return await readState(context, watch, signal);
      const { status, reason, head } = await readMergeState(
        context,
        watch,
        this.#heads.get(watch.key),
        signal,
      );
      this.#reasons.set(watch.key, reason);
      if (head !== null) this.#heads.set(watch.key, head);
      return status;
    } catch (error) {
      // A service that shows the project may refuse its jobs with 403.
      if (error instanceof ProblemError && goneCodes.has(error.problem.code)) return goneState;
      throw error;
    }
  }

  #take({ key }: Watch, status: string): void {
    const known = this.#list.get(key);
    if (!known || known.endedAt !== null || known.status === status) return;
    const endedAt = isWatchEnd(known, status) ? new Date().toISOString() : null;
    const reason = this.#reasons.get(key) ?? null;
    this.#reasons.delete(key);
    if (endedAt !== null) this.#heads.delete(key);
    const watch = this.#list.update(key, { status, reason, endedAt });
    if (!watch || endedAt === null || this.#fresh.has(key)) return;
    const { title, body } = endText(watch);
    this.#options.notify(title, body, watch.path);
    this.#options.bus.emit({ type: "watch-ended", watch });
  }
}

/**
 * Reads the state of a job or pipeline from the service, with a lower priority than visible views. Throws
 * ProblemError.
 */
async function readState(context: ReadContext, watch: Watch, signal: AbortSignal): Promise<string> {
  const { project, id } = watch;
  const found =
    watch.kind === "job"
      ? await readQuietly(context, getJob, { id: project, job_id: id }, { signal, fresh: true })
      : await readQuietly(context, getPipeline, { id: project, pipeline_id: id }, { signal, fresh: true });
  return found.value.status;
}

/** Ended ones that are listed until they are removed; older ones go first. */
const maxEnded = 30;

/** List of watches, in `watches.json`; newest first. */
export class WatchList {
  readonly #path: string;
  readonly #changed: () => void;
  #all: readonly Watch[];

  constructor(folder: string, changed: () => void) {
    this.#path = join(folder, "watches.json");
    this.#changed = changed;
    this.#all = readJsonFile(this.#path, watchList) ?? [];
  }

  get all(): readonly Watch[] {
    return this.#all;
  }

  get(key: string): Watch | undefined {
    return this.#all.find((watch) => watch.key === key);
  }

  /** Adds a watch, replacing an ended one of the same job or pipeline. */
  add(added: NewWatch): Watch {
    const watch: Watch = {
      ...added,
      key: watchKey(added),
      status: null,
      reason: null,
      addedAt: new Date().toISOString(),
      endedAt: null,
    };
    this.#set([watch, ...this.#all.filter(({ key }) => key !== watch.key)]);
    return watch;
  }

  /** Changes a watch that is still listed. Returns it, undefined where it was removed meanwhile. */
  update(key: string, change: Partial<Pick<Watch, "status" | "reason" | "endedAt">>): Watch | undefined {
    this.#set(this.#all.map((watch) => (watch.key === key ? { ...watch, ...change } : watch)));
    return this.get(key);
  }

  remove(fits: (watch: Watch) => boolean): void {
    if (this.#all.some(fits)) this.#set(this.#all.filter((watch) => !fits(watch)));
  }

  #set(next: readonly Watch[]): void {
    const dropped = new Set(next.filter(({ endedAt }) => endedAt !== null).slice(maxEnded));
    this.#all = next.filter((watch) => !dropped.has(watch));
    // The list of this run is right all the same.
    whereWritable(() => writeJsonFile(this.#path, this.#all));
    this.#changed();
  }
}
