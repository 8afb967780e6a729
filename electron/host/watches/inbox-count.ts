import { join } from "node:path";
import { z } from "zod";
import { inboxMarks } from "../../../shared/documents/reviews.ts";
import type { Collection } from "../../../shared/host/documents.ts";
import {
  type CountedEntry,
  countedEntries,
  maxInboxEntries,
  maxTrayEntries,
  maxTrayTitle,
  type Shell,
} from "../../../shared/host/shell.ts";
import type { Watch } from "../../../shared/host/watches.ts";
import {
  type InboxMarks,
  inboxMarksDocument,
  inboxStateOf,
  latestTime,
  mergeRequestEntryKey,
} from "../../../shared/review/inbox-state.ts";
import { whereWritable } from "../../system/storage-error.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

interface InboxCountOptions {
  readonly folder: string;
  readonly shell: Pick<Shell, "showBadge" | "showTray">;
  readonly settings: SettingsStore;
  readonly bus: EventBus;
  /** Returns the value of a document; throws where there is none. */
  readonly readDocument: (collection: Collection, key: string) => unknown;
}

const storedMarks = z.object({ value: inboxMarks });

/** Longest time that a timer of Node waits, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Counts the unread entries of the inbox and shows them outside of the page, whatever view is open: the entries that Home
 * stored last, those that are found since, the marks of all windows, and snoozes that end.
 */
export class InboxCount {
  readonly #options: InboxCountOptions;
  readonly #path: string;
  #entries: readonly CountedEntry[];
  #marks: InboxMarks;
  #timer: NodeJS.Timeout | undefined;
  /** Entries that are shown now, as JSON. */
  #badge = "0";
  #tray = "null";

  constructor(options: InboxCountOptions) {
    this.#options = options;
    this.#path = join(options.folder, "inbox.json");
    this.#entries = readJsonFile(this.#path, countedEntries) ?? [];
    this.#marks = this.#readMarks();
    const { bus, settings } = options;
    bus.watch((event) => {
      if (event.type === "watch-ended") this.add(entriesOfWatch(event.watch));
      if (event.type !== "document") return;
      const { collection, key } = inboxMarksDocument;
      if (event.collection !== collection || event.key !== key) return;
      this.#marks = this.#readMarks();
      this.#show();
    });
    settings.watch(() => this.#show());
    this.#show();
  }

  /** Replaces the entries by those of the page. */
  store(entries: readonly CountedEntry[]): void {
    this.#set(entries);
  }

  /** Adds entries that were found outside of the page, the latest last; one that is known has changed. */
  add(found: readonly CountedEntry[]): void {
    if (found.length === 0) return;
    const byKey = new Map(this.#entries.map((entry) => [entry.key, entry]));
    for (const entry of found) {
      const known = byKey.get(entry.key);
      byKey.set(entry.key, known ? withChange(known, entry) : entry);
    }
    const sorted = [...byKey.values()].toSorted((a, b) => Date.parse(b.stamp) - Date.parse(a.stamp));
    this.#set(sorted.slice(0, maxInboxEntries));
  }

  /** Removes an account's entries that were about to-dos which are no longer pending. */
  keepTodos(account: string, pending: ReadonlySet<number>): void {
    const isOver = (entry: CountedEntry) =>
      entry.account === account && entry.endsWithTodos && !entry.todos.some((id) => pending.has(id));
    this.#set(this.#entries.filter((entry) => !isOver(entry)));
  }

  forgetAccount(account: string): void {
    this.#set(this.#entries.filter((entry) => entry.account !== account));
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #readMarks(): InboxMarks {
    const { collection, key } = inboxMarksDocument;
    try {
      return storedMarks.parse(this.#options.readDocument(collection, key)).value;
    } catch {
      // Nothing was marked yet, or the disk cannot be read: all is unread.
      return {};
    }
  }

  #set(entries: readonly CountedEntry[]): void {
    if (JSON.stringify(entries) === JSON.stringify(this.#entries)) return;
    this.#entries = entries;
    // The number is right in this run all the same.
    whereWritable(() => writeJsonFile(this.#path, entries));
    this.#show();
  }

  /** Shows what changed, as far as the settings say; a courtesy of the system, which may fail. */
  #show(): void {
    const { shell, settings } = this.#options;
    const { badge, tray } = settings.value.notifications;
    const now = Date.now();
    const unread = this.#entries.filter((entry) => inboxStateOf(entry, this.#marks, now) === "unread");
    const count = badge ? unread.length : 0;
    if (String(count) !== this.#badge) {
      this.#badge = String(count);
      shell.showBadge(count).catch(() => undefined);
    }
    const entries = unread.slice(0, maxTrayEntries).map(({ title, path }) => ({ title, path }));
    const inbox = tray ? { count: unread.length, entries } : null;
    if (JSON.stringify(inbox) !== this.#tray) {
      this.#tray = JSON.stringify(inbox);
      shell.showTray(inbox).catch(() => undefined);
    }
    this.#wait(now);
  }

  /** Shows it again once the next snooze ends. */
  #wait(now: number): void {
    clearTimeout(this.#timer);
    const ends = this.#entries.flatMap(({ key }) => {
      const end = Date.parse(this.#marks[key]?.snoozed?.until ?? "");
      return end > now ? [end] : [];
    });
    if (ends.length === 0) return;
    const delayMs = Math.min(maxTimerMs, Math.min(...ends) - now);
    this.#timer = setTimeout(() => this.#show(), delayMs).unref();
  }
}

/** Returns the entry of an automatic merge that did not happen. */
function entriesOfWatch({
  accountId,
  project,
  id,
  kind,
  name,
  path,
  status,
  endedAt,
}: Watch): CountedEntry[] {
  if (kind !== "merge" || (status !== "failed" && status !== "canceled") || endedAt === null) return [];
  return [
    {
      account: accountId,
      key: mergeRequestEntryKey(accountId, project, id),
      title: name.replace(/^!\d+ /, "").slice(0, maxTrayTitle),
      path,
      stamp: endedAt,
      todos: [],
      endsWithTodos: false,
    },
  ];
}

const withChange = (
  known: CountedEntry,
  { title, path, stamp, todos, endsWithTodos }: CountedEntry,
): CountedEntry => ({
  ...known,
  title,
  path,
  stamp: latestTime(known.stamp, stamp),
  todos: [...new Set([...known.todos, ...todos])].slice(-100),
  endsWithTodos: known.endsWithTodos && endsWithTodos,
});
