import { join } from "node:path";
import { type PinnedResponses, ResponseTable, type StoredResponse } from "./response-table.ts";

/** An answer as it was last known to be current. */
export interface CachedResponse {
  readonly headers: Headers;
  /** When the service last confirmed it, ms since 1970. */
  readonly checkedAt: number;
  /** Read when needed; undefined when the answer was dropped meanwhile. */
  body(): Uint8Array<ArrayBuffer> | undefined;
}

/** Pause before answers go to disk, in ms, and bytes that go there at once. */
const pause = 50;
const slice = 4 * 1024 * 1024;

/**
 * Answers to reads on disk, for conditional requests and for reading offline. Holds no token. Writing waits until the
 * page has its answer; a kill loses what came in the last moments, which is then asked for again.
 */
export class ResponseCache {
  readonly #table: ResponseTable;
  readonly #limit: () => number;
  readonly #secret: (bytes: Uint8Array) => boolean;
  readonly #pending = new Map<string, StoredResponse>();
  #timer: NodeJS.Timeout | undefined;

  /** `limit` in bytes, of what was not asked to be kept; with 0 nothing else is. An answer in whose headers or body `secret` finds a token is never kept. */
  constructor(folder: string, limit: () => number, secret: (bytes: Uint8Array) => boolean) {
    this.#table = new ResponseTable(join(folder, "cache.db"));
    this.#limit = limit;
    this.#secret = secret;
  }

  /**
   * What is cached under a path. What an earlier version of Helve put there without checking it is given to `isGood`
   * first, and dropped where that is false.
   */
  get(
    account: string,
    path: string,
    isGood: (headers: Headers, body: Uint8Array<ArrayBuffer>) => boolean,
  ): CachedResponse | undefined {
    const pending = this.#pending.get(keyOf(account, path));
    if (pending) return { ...pending, body: () => pending.body };
    const head = this.#table.head(account, path);
    if (head && !head.isChecked) {
      const body = this.#table.body(account, path);
      if (!body || !isGood(head.headers, body)) {
        this.#table.delete(account, path);
        return undefined;
      }
      this.#table.markChecked(account, path);
    }
    return head && { ...head, body: () => this.#table.body(account, path) };
  }

  put(account: string, path: string, headers: Headers, body: Uint8Array<ArrayBuffer>): void {
    if (this.#secret(body) || this.#secret(Buffer.from(JSON.stringify([...headers])))) return;
    if (body.byteLength > this.#limit() && !this.#table.isPinned(account, path)) return;
    this.#pending.set(keyOf(account, path), { account, path, headers, body, checkedAt: Date.now() });
    this.#schedule();
  }

  /** The service said that the answer still holds. */
  confirm(account: string, path: string): void {
    const key = keyOf(account, path);
    const pending = this.#pending.get(key);
    if (pending) this.#pending.set(key, { ...pending, checkedAt: Date.now() });
    else this.#table.confirm(account, path, Date.now());
  }

  delete(account: string, path: string): void {
    this.#pending.delete(keyOf(account, path));
    this.#table.delete(account, path);
  }

  /** Holds a path's answer, now and whenever it comes, under a name until that is released. */
  pin(account: string, path: string, name: string): void {
    this.#table.pin(account, path, name, Date.now());
  }

  /** What is kept of an account, the newest first. */
  listPinned(account: string): PinnedResponses[] {
    return this.#table.listPinned(account);
  }

  /** Lets go of what is kept under a name; it leaves the disk as all else does. */
  unpin(account: string, name: string): void {
    this.#table.unpin(account, name);
    this.trim();
  }

  /** Bytes on disk of everything that is cached. */
  get size(): number {
    return this.#table.size;
  }

  /** Drops everything that was not asked to be kept. */
  clear(): void {
    for (const [key, answer] of this.#pending) {
      if (!this.#table.isPinned(answer.account, answer.path)) this.#pending.delete(key);
    }
    this.#table.clear();
  }

  removeAccount(account: string): void {
    for (const [key, answer] of this.#pending) if (answer.account === account) this.#pending.delete(key);
    this.#table.removeAccount(account);
  }

  /** Keeps within the limit, oldest out first. */
  trim(): void {
    this.#table.trim(this.#limit());
  }

  close(): void {
    clearTimeout(this.#timer);
    while (this.#pending.size > 0) this.#flush();
    this.#table.close();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
      if (this.#pending.size > 0) this.#schedule();
      else this.trim();
    }, pause).unref();
  }

  #flush(): void {
    const answers: StoredResponse[] = [];
    let size = 0;
    for (const [key, answer] of this.#pending) {
      answers.push(answer);
      this.#pending.delete(key);
      size += answer.body.byteLength;
      if (size > slice) break;
    }
    this.#table.put(answers);
  }
}

const keyOf = (account: string, path: string): string => `${account} ${path}`;
