import { join } from "node:path";
import { type PinnedResponses, ResponseTable, type StoredResponse } from "./response-table.ts";

/** A response as it was last known to be current. */
export interface CachedResponse {
  readonly headers: Headers;
  /** Time of the service's last confirmation, ms since 1970. */
  readonly checkedAt: number;
  /** Read when needed; undefined when the response was dropped meanwhile. */
  body(): Uint8Array<ArrayBuffer> | undefined;
}

/** Milliseconds before responses are written to disk, and bytes that are written at once. */
const writeDelayMs = 50;
const batchBytes = 4 * 1024 * 1024;
/** Bytes that wait to be written; what comes faster than the disk takes it is not cached. */
const maxPendingBytes = 32 * 1024 * 1024;

/**
 * Responses of reads on disk, for conditional requests and for reading offline, without tokens. They are written a moment
 * after the page has its response; a kill loses those of the last moment, which are then requested again.
 */
export class ResponseCache {
  readonly #table: ResponseTable;
  readonly #limit: () => number;
  readonly #secret: (bytes: Uint8Array) => boolean;
  readonly #pending = new Map<string, StoredResponse>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * `limit` in bytes, of what is not pinned; with 0 only pinned responses are cached. A response in whose headers or body
   * `secret` finds a token is never cached.
   */
  constructor(folder: string, limit: () => number, secret: (bytes: Uint8Array) => boolean) {
    this.#table = new ResponseTable(join(folder, "cache.db"));
    this.#limit = limit;
    this.#secret = secret;
  }

  /**
   * Returns the response cached under a path. One that an earlier version of Helve stored unchecked is passed to
   * `isGood` first, and dropped where that is false.
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

  /** Returns the responses that are cached under a path with any query, the newest first, as far as they are small. */
  listBelow(
    account: string,
    path: string,
  ): { readonly path: string; readonly body: Uint8Array<ArrayBuffer> }[] {
    const pending = [...this.#pending.values()].filter(
      (one) => one.account === account && (one.path === path || one.path.startsWith(`${path}?`)),
    );
    const isReplaced = new Set(pending.map((one) => one.path));
    const stored = this.#table.listBelow(account, path).filter((one) => !isReplaced.has(one.path));
    return [...pending.reverse(), ...stored];
  }

  put(account: string, path: string, headers: Headers, body: Uint8Array<ArrayBuffer>): void {
    if (this.#secret(body) || this.#secret(Buffer.from(JSON.stringify([...headers])))) return;
    if (body.byteLength > this.#limit() && !this.#table.isPinned(account, path)) return;
    // A body that was streamed may end after the host.
    if (this.#isClosed) return;
    let waiting = 0;
    for (const pending of this.#pending.values()) waiting += pending.body.byteLength;
    if (waiting > 0 && waiting + body.byteLength > maxPendingBytes) return;
    this.#pending.set(keyOf(account, path), { account, path, headers, body, checkedAt: Date.now() });
    this.#schedule();
  }

  /** Records that the service confirmed the response. */
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

  /** Pins a path's response, now or when it arrives, under a name until that is unpinned. */
  pin(account: string, path: string, name: string): void {
    this.#table.pin(account, path, name, Date.now());
  }

  /** Returns the pinned responses of an account by name, the newest first. */
  listPinned(account: string): PinnedResponses[] {
    return this.#table.listPinned(account);
  }

  /** Unpins the responses of a name; from then on they are dropped as all others are. */
  unpin(account: string, name: string): void {
    this.#table.unpin(account, name);
    this.trim();
  }

  /** Bytes on disk of everything that is cached. */
  get size(): number {
    return this.#table.size;
  }

  /** Drops everything that is not pinned. */
  clear(): void {
    for (const [key, response] of this.#pending) {
      if (!this.#table.isPinned(response.account, response.path)) this.#pending.delete(key);
    }
    this.#table.clear();
  }

  removeAccount(account: string): void {
    for (const [key, response] of this.#pending) if (response.account === account) this.#pending.delete(key);
    this.#table.removeAccount(account);
  }

  /** Drops the oldest responses until the rest is within the limit. */
  trim(): void {
    this.#table.trim(this.#limit());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    while (this.#pending.size > 0) this.#flush();
    this.#table.close();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
      if (this.#pending.size > 0) this.#schedule();
      else this.trim();
    }, writeDelayMs).unref();
  }

  #flush(): void {
    const responses: StoredResponse[] = [];
    let size = 0;
    for (const [key, response] of this.#pending) {
      responses.push(response);
      this.#pending.delete(key);
      size += response.body.byteLength;
      if (size > batchBytes) break;
    }
    this.#table.put(responses);
  }
}

const keyOf = (account: string, path: string): string => `${account} ${path}`;
