import type { Account } from "../../../shared/host/accounts.ts";
import type { HostEvent } from "../../../shared/host/events.ts";
import type { NewsKind } from "../../../shared/review/todo-reasons.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { InboxCount } from "./inbox-count.ts";
import { NewsFile } from "./news-file.ts";
import { type NewsItem, readNews } from "./read-news.ts";

/** Milliseconds until the services are asked for news the first time, and between two times. */
export interface NewsIntervals {
  readonly firstMs: number;
  readonly everyMs: number;
}

const defaultIntervals: NewsIntervals = { firstMs: 30_000, everyMs: 120_000 };

interface InboxNewsOptions {
  readonly folder: string;
  readonly accounts: () => readonly Account[];
  readonly connections: Connections;
  readonly cache: ResponseCache;
  readonly bus: EventBus;
  readonly settings: SettingsStore;
  /** Counts the news, and what is no longer pending. */
  readonly count: Pick<InboxCount, "add" | "keepTodos">;
  /** Shows news outside of the page. */
  readonly notify: (title: string, body: string, path: string) => void;
  readonly intervals?: Partial<NewsIntervals>;
}

/** News of an account that are notified one by one; of more there is one notification. */
const maxNotified = 3;

/**
 * Asks the services of all accounts at an interval whether anything is new for their users, and notifies each once, also after a
 * restart. What was there at the first time is not new. A service that is away is not asked.
 */
export class InboxNews {
  readonly #options: InboxNewsOptions;
  readonly #intervals: NewsIntervals;
  readonly #file: NewsFile;
  readonly #closing = new AbortController();
  readonly #states = new Map<string, Extract<HostEvent, { type: "connectivity" }>["state"]>();
  #timer: NodeJS.Timeout;

  constructor(options: InboxNewsOptions) {
    this.#options = options;
    this.#intervals = { ...defaultIntervals, ...options.intervals };
    this.#file = new NewsFile(options.folder);
    options.bus.watch((event) => {
      if (event.type === "connectivity") this.#states.set(event.accountId, event.state);
    });
    this.#timer = this.#schedule(this.#intervals.firstMs);
  }

  forgetAccount(id: string): void {
    this.#states.delete(id);
    this.#file.forget(id);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closing.abort();
  }

  #schedule(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      void this.#look().finally(() => {
        if (!this.#closing.signal.aborted) this.#timer = this.#schedule(this.#intervals.everyMs);
      });
    }, delayMs).unref();
  }

  get #kinds(): ReadonlySet<NewsKind> {
    const { notifications } = this.#options.settings.value;
    return new Set((["requests", "replies", "failures"] as const).filter((kind) => notifications[kind]));
  }

  async #look(): Promise<void> {
    const accounts = this.#options.accounts().filter(({ token }) => token !== "missing");
    const { badge, tray } = this.#options.settings.value.notifications;
    if (this.#kinds.size === 0 && !badge && !tray) {
      // What comes meanwhile is not new once they are switched on again.
      for (const { id } of accounts) this.#file.forget(id);
      return;
    }
    for (const account of accounts) {
      const state = this.#states.get(account.id);
      if (state === "offline" || state === "unauthorized") continue;
      // The next time is soon enough; a failure of the service shows in the user's own calls.
      await this.#lookAt(account).catch(() => undefined);
    }
  }

  async #lookAt({ id, check }: Account): Promise<void> {
    const { connections, cache, bus, count: inbox } = this.#options;
    if (!check) return;
    const { client, policy } = connections.get(id);
    const context = { account: id, client, cache, policy: () => ({ ...policy, retries: 0 }) };
    const before = this.#file.get(id);
    const { items, known, pending } = await readNews(context, check.user, before, this.#closing.signal);
    if (this.#closing.signal.aborted || !this.#options.accounts().some((account) => account.id === id))
      return;
    // Before anything is shown: a restart meanwhile repeats nothing.
    this.#file.set(id, known);
    inbox.add(items.map(({ entry }) => entry));
    if (pending) inbox.keepTodos(id, pending);
    const kinds = this.#kinds;
    const news = items.filter(({ kind }) => kind !== null && kinds.has(kind));
    if (news.length === 0) return;
    const shown = news.length > maxNotified ? [summaryOf(news)] : news;
    for (const { title, body, path } of shown) {
      this.#options.notify(title, body, path);
      const count = shown.length === news.length ? 1 : news.length;
      bus.emit({ type: "news", accountId: id, count, title, body, path });
    }
  }
}

const summaryOf = (news: readonly NewsItem[]): Pick<NewsItem, "title" | "body" | "path"> => ({
  title: `${news.length} new entries in your inbox`,
  body: news.map(({ title }) => title).join("\n"),
  path: "/",
});
