import { ProblemError } from "../../../shared/errors.ts";
import {
  endText,
  goneState,
  isWatchEnd,
  type NewWatch,
  type Watch,
  watchKey,
} from "../../../shared/host/watches.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import type { EventBus } from "../events/event-bus.ts";
import { readState } from "./read-state.ts";
import { WatchList } from "./watch-list.ts";
import { defaultIntervals, type WatchIntervals, WatchPoller } from "./watch-poller.ts";

export interface WatchesOptions {
  readonly folder: string;
  readonly connections: Connections;
  readonly cache: ResponseCache;
  readonly bus: EventBus;
  /** Shows an end outside of the page. */
  readonly notify: (title: string, body: string, path: string) => void;
  readonly intervals?: Partial<WatchIntervals> | undefined;
}

const goneCodes: ReadonlySet<string> = new Set(["not_found", "forbidden"]);

/** The jobs and pipelines of all accounts that are watched. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #list: WatchList;
  readonly #poller: WatchPoller;
  /** Watches whose first read is running: if it finds an end, the job had ended before it was watched. */
  readonly #fresh = new Set<string>();

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
      return await readState(context, watch, signal);
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
    const watch = this.#list.update(key, { status, endedAt });
    if (!watch || endedAt === null || this.#fresh.has(key)) return;
    const { title, body } = endText(watch);
    this.#options.notify(title, body, watch.path);
    this.#options.bus.emit({ type: "watch-ended", watch });
  }
}
