import { join } from "node:path";
import { threadModule } from "../../system/threads.ts";
import { CacheWriter, type WrittenResponse } from "./cache-writer.ts";
import { type PinnedResponses, ResponseTable } from "./response-table.ts";

/** A response that is not on disk yet. */
interface NewResponse extends WrittenResponse {
  readonly headers: Headers;
}

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
 * after the page has its response, by a thread; a kill loses those of the last moment, which are then requested again.
 */
export class ResponseCache {
  readonly #table: ResponseTable;
  /** Null where no other connection can write. */
  readonly #writer: CacheWriter | null;
  readonly #limit: () => number;
  readonly #secret: (bytes: Uint8Array) => boolean;
  /** Responses that wait to be written, and those that are being written. */
  readonly #pending = new Map<string, NewResponse>();
  readonly #writing = new Map<string, NewResponse>();
  /** Responses on disk that the service has confirmed since. */
  readonly #confirmed = new Map<string, Pick<NewResponse, "account" | "path" | "checkedAt">>();
  #pendingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * `limit` in bytes, of what is not pinned; with 0 only pinned responses are cached. A response in whose headers or body
   * `secret` finds a token is never cached.
   */
  constructor(folder: string, limit: () => number, secret: (bytes: Uint8Array) => boolean) {
    const path = join(folder, "cache.db");
    this.#table = new ResponseTable(path);
    const thread = threadModule(new URL("./cache-thread.ts", import.meta.url));
    this.#writer = this.#table.isShared ? new CacheWriter(path, thread) : null;
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
    const key = keyOf(account, path);
    const fresh = this.#fresh(key);
    if (fresh) return { ...fresh, body: () => fresh.body };
    const head = this.#table.head(account, path);
    if (head && !head.isChecked) {
      const body = this.#table.body(account, path);
      if (!body || !isGood(head.headers, body)) {
        this.#table.delete(account, path);
        return undefined;
      }
      this.#table.markChecked(account, path);
    }
    const checkedAt = this.#confirmed.get(key)?.checkedAt ?? head?.checkedAt ?? 0;
    return head && { ...head, checkedAt, body: () => this.#table.body(account, path) };
  }

  #fresh(key: string): NewResponse | undefined {
    return this.#pending.get(key) ?? this.#writing.get(key);
  }

  /** Returns the responses that are cached under a path with any query, the newest first, as far as they are small. */
  listBelow(
    account: string,
    path: string,
  ): { readonly path: string; readonly body: Uint8Array<ArrayBuffer> }[] {
    const fresh = [...new Map([...this.#writing, ...this.#pending]).values()].filter(
      (one) => one.account === account && (one.path === path || one.path.startsWith(`${path}?`)),
    );
    const isReplaced = new Set(fresh.map((one) => one.path));
    const stored = this.#table.listBelow(account, path).filter((one) => !isReplaced.has(one.path));
    return [...fresh.reverse(), ...stored];
  }

  put(account: string, path: string, headers: Headers, body: Uint8Array<ArrayBuffer>): void {
    if (this.#secret(body) || this.#secret(Buffer.from(JSON.stringify([...headers])))) return;
    if (body.byteLength > this.#limit() && !this.#table.isPinned(account, path)) return;
    // A body that was streamed may end after the host.
    if (this.#isClosed) return;
    const waiting = this.#pendingBytes;
    if (waiting > 0 && waiting + body.byteLength > maxPendingBytes) return;
    this.#setPending({ account, path, headers, body, checkedAt: Date.now() });
    this.#schedule();
  }

  /** Records that the service confirmed the response. */
  confirm(account: string, path: string): void {
    const key = keyOf(account, path);
    const fresh = this.#fresh(key);
    const checkedAt = Date.now();
    if (fresh) this.#setPending({ ...fresh, checkedAt });
    else this.#confirmed.set(key, { account, path, checkedAt });
    this.#schedule();
  }

  delete(account: string, path: string): void {
    const key = keyOf(account, path);
    this.#dropPending(key);
    this.#confirmed.delete(key);
    if (this.#writing.has(key)) this.#settle();
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
      if (!this.#table.isPinned(response.account, response.path)) this.#dropPending(key);
    }
    this.#settle();
    this.#table.clear();
  }

  removeAccount(account: string): void {
    for (const [key, response] of this.#pending) if (response.account === account) this.#dropPending(key);
    for (const [key, response] of this.#confirmed)
      if (response.account === account) this.#confirmed.delete(key);
    this.#settle();
    this.#table.removeAccount(account);
  }

  /** Drops the oldest responses until the rest is within the limit. */
  trim(): void {
    this.#table.trim(this.#limit());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    this.#writer?.close();
    while (this.#pending.size > 0 || this.#confirmed.size > 0)
      this.#table.write({ ...this.#takeBatch(), limit: null });
    this.#table.close();
  }

  #schedule(delayMs = writeDelayMs): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#flush(), delayMs).unref();
  }

  /** Writes a batch, and plans the next one: at once where there is much, else when more has come together. */
  async #flush(): Promise<void> {
    const { responses, confirmed } = this.#takeBatch();
    const limit = this.#pending.size > 0 ? null : this.#limit();
    const batch = { responses, confirmed, limit };
    for (const response of responses) this.#writing.set(keyOf(response.account, response.path), response);
    const isWritten = await this.#writer?.write(batch).then(
      () => true,
      () => false,
    );
    // What was dropped meanwhile stays dropped.
    const left = responses.filter((one) => this.#writing.get(keyOf(one.account, one.path)) === one);
    if (!isWritten && !this.#isClosed) this.#table.write({ ...batch, responses: left });
    for (const { account, path } of left) this.#writing.delete(keyOf(account, path));
    this.#timer = undefined;
    if (this.#pending.size > 0 || this.#confirmed.size > 0)
      this.#schedule(this.#pendingBytes > batchBytes ? 0 : writeDelayMs);
  }

  /** Waits for what is being written, which is in the table afterwards. */
  #settle(): void {
    if (this.#writing.size === 0) return;
    this.#writer?.settle();
    this.#writing.clear();
  }

  #takeBatch() {
    const responses: NewResponse[] = [];
    let size = 0;
    for (const [key, response] of this.#pending) {
      responses.push(response);
      this.#dropPending(key);
      size += response.body.byteLength;
      if (size > batchBytes) break;
    }
    const confirmed = [...this.#confirmed.values()];
    this.#confirmed.clear();
    return { responses, confirmed };
  }

  #setPending(response: NewResponse): void {
    const key = keyOf(response.account, response.path);
    this.#dropPending(key);
    this.#pending.set(key, response);
    this.#pendingBytes += response.body.byteLength;
  }

  #dropPending(key: string): void {
    const dropped = this.#pending.get(key);
    if (dropped) this.#pendingBytes -= dropped.body.byteLength;
    this.#pending.delete(key);
  }
}

const keyOf = (account: string, path: string): string => `${account} ${path}`;
