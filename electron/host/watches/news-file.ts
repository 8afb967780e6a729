import { join } from "node:path";
import { z } from "zod";
import { whereWritable } from "../../system/storage-error.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** Lists of merge requests in which replies and requests are looked for. */
export const newsLists = ["created", "assigned", "reviewing"] as const;
export type NewsList = (typeof newsLists)[number];

const knownNews = z.object({
  /** Keys of what was there before, such as `todo 12` and `note 7`, the newest last. */
  seen: z.array(z.string()),
  /** Whether the to-dos were read before; null where the service had none in this run. */
  todos: z.boolean().nullable(),
  /** Time of the newest change in each list that was read, ISO 8601. */
  since: z.partialRecord(z.enum(newsLists), z.string()),
  /** The list that is read the next time. */
  next: z.enum(newsLists),
});
/** Knowledge of what is not new for an account's user. */
export type KnownNews = z.output<typeof knownNews>;

const nothing: KnownNews = { seen: [], todos: false, since: {}, next: "created" };
/** Keys of an account that are stored. */
const maxSeen = 1_000;

/** News that the users of all accounts were notified of, or that were there before, in `inbox-news.json`. */
export class NewsFile {
  readonly #path: string;
  #accounts: Readonly<Record<string, KnownNews>>;

  constructor(folder: string) {
    this.#path = join(folder, "inbox-news.json");
    const stored = readJsonFile(this.#path, z.record(z.string(), knownNews)) ?? {};
    // A service that had no to-dos is asked once more in each run: it may have them now.
    this.#accounts = Object.fromEntries(
      Object.entries(stored).map(([id, known]) => [id, { ...known, todos: known.todos ?? false }]),
    );
  }

  get(account: string): KnownNews {
    return this.#accounts[account] ?? nothing;
  }

  set(account: string, known: KnownNews): void {
    const next = { ...known, seen: known.seen.slice(-maxSeen) };
    if (JSON.stringify(this.#accounts[account]) === JSON.stringify(next)) return;
    this.#write({ ...this.#accounts, [account]: next });
  }

  forget(account: string): void {
    const { [account]: known, ...others } = this.#accounts;
    if (known) this.#write(others);
  }

  #write(accounts: Readonly<Record<string, KnownNews>>): void {
    this.#accounts = accounts;
    // What this run knows is right all the same.
    whereWritable(() => writeJsonFile(this.#path, accounts));
  }
}
