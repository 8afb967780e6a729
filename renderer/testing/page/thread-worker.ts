import { ReadableStream } from "node:stream/web";
import { MessageChannel, type MessagePort, Worker as Thread } from "node:worker_threads";

/** A request of a worker, which the page sends for it. */
interface WorkerRequest {
  readonly id: number;
  readonly url: string;
  readonly init: RequestInit;
}

/** A page's worker in a thread of Node, which runs the same source. */
export class ThreadWorker {
  readonly #thread: Thread;

  constructor(url: URL) {
    const { port1, port2 } = new MessageChannel();
    const workerData = { source: sourceOf(url), requests: port2 };
    this.#thread = new Thread(bootstrap, { eval: true, workerData, transferList: [port2] });
    sendRequests(port1);
    // A test may end before its workers.
    this.#thread.unref();
  }

  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, [...transfer]);
  }

  addEventListener(type: string, listener: (event: { data?: unknown; message?: string }) => void): void {
    if (type === "message") this.#thread.on("message", (data) => listener({ data }));
    if (type === "error") this.#thread.on("error", ({ message }: Error) => listener({ message }));
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

/** The path of a worker's source; Vite serves modules below its own addresses. */
const sourceOf = (url: URL): string => url.href.replace(/\?.*$/, "");

/** Sends the requests of a worker as those of the page, whose host is in this thread. */
function sendRequests(port: MessagePort): void {
  const ends = new Map<number, AbortController>();
  port.on("message", async ({ id, url, init }: WorkerRequest | { id: number; url?: never; init?: never }) => {
    if (url === undefined) return ends.get(id)?.abort();
    const end = new AbortController();
    ends.set(id, end);
    try {
      const { status, headers, body } = await fetch(url, { ...init, signal: end.signal });
      const transfer = body instanceof ReadableStream ? [body] : [];
      port.postMessage({ id, body, init: { status, headers: [...headers] } }, transfer);
    } catch (error) {
      port.postMessage({ id, problem: String(error) });
    }
  });
  port.unref();
}

/** The globals of a dedicated worker. */
const bootstrap = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.self = globalThis;
  globalThis.postMessage = (message, options) => parentPort.postMessage(message, options?.transfer ?? options ?? []);
  globalThis.addEventListener = (type, listener) => {
    if (type === "message") parentPort.on("message", (data) => listener({ data }));
  };
  const { requests } = workerData;
  const waiting = new Map();
  requests.on("message", ({ id, body, init, problem }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) resolve(new Response(body, init));
    else reject(new TypeError(problem));
  });
  requests.unref();
  let last = 0;
  globalThis.fetch = (url, { signal, ...init } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = ++last;
      waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        requests.postMessage({ id });
        reject(signal.reason);
      });
      requests.postMessage({ id, url, init });
    });
  import(workerData.source);
`;
