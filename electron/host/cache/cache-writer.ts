import { Worker } from "node:worker_threads";

/** A response as it is written into the table. */
export interface WrittenResponse {
  readonly account: string;
  readonly path: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Time of the service's last confirmation, ms since 1970. */
  readonly checkedAt: number;
}

/** Changes of the table that are made in one transaction. */
export interface CacheBatch {
  readonly responses: readonly WrittenResponse[];
  /** Responses that the service confirmed, and when. */
  readonly confirmed: readonly Pick<WrittenResponse, "account" | "path" | "checkedAt">[];
  /** Bytes of what is not pinned to trim the table to afterwards; null trims nothing. */
  readonly limit: number | null;
}

/** Milliseconds after which a thread that does nothing counts as ended. */
const timeoutMs = 5_000;

/** Returns bytes in a buffer of their own: of those in a pool, which small ones share, all of the pool would be sent. */
const ownBuffer = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

/** A thread that writes the cache, started by the first batch. */
export class CacheWriter {
  readonly #path: string;
  readonly #module: URL;
  /** Number of batches that are done, counted by the thread. */
  readonly #done = new Int32Array(new SharedArrayBuffer(4));
  #sent = 0;
  #thread: Worker | null = null;
  #waiting: { resolve(): void; reject(error: Error): void }[] = [];

  /** `path` is the database's. */
  constructor(path: string, module: URL) {
    this.#path = path;
    this.#module = module;
  }

  /** Writes a batch after those before it. Rejects where it was not written. */
  write({ responses, ...batch }: CacheBatch): Promise<void> {
    // Headers cannot be sent to a thread.
    const sent = responses.map((one) => ({ ...one, headers: [...one.headers], body: ownBuffer(one.body) }));
    return this.#send({ ...batch, responses: sent });
  }

  /** Blocks until all batches are written: for what has to come after them, now. */
  settle(): void {
    const until = Date.now() + timeoutMs;
    for (let done = Atomics.load(this.#done, 0); done < this.#sent; done = Atomics.load(this.#done, 0)) {
      if (Date.now() >= until) {
        this.#end(new Error("The cache's thread does not respond."));
        return;
      }
      Atomics.wait(this.#done, 0, done, timeoutMs);
    }
  }

  /** Writes what was sent and ends the thread. */
  close(): void {
    if (!this.#thread) return;
    this.#send("close").catch(() => undefined);
    this.settle();
    this.#end(new Error("The cache was closed."));
  }

  #send(message: CacheBatch | "close"): Promise<void> {
    const thread = this.#thread ?? this.#start();
    this.#sent++;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      thread.postMessage(message);
    });
  }

  #start(): Worker {
    const thread = new Worker(this.#module, {
      name: "cache",
      env: {},
      workerData: { path: this.#path, done: this.#done },
    });
    thread.unref();
    thread.on("message", (failure: string | null) => {
      const sender = this.#waiting.shift();
      if (failure === null) sender?.resolve();
      else sender?.reject(new Error(failure));
    });
    thread.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#thread = thread;
    return thread;
  }

  #end(error: Error): void {
    void this.#thread?.terminate();
    this.#thread = null;
    Atomics.store(this.#done, 0, this.#sent);
    for (const sender of this.#waiting.splice(0)) sender.reject(error);
  }
}
