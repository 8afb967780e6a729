import { ReadableStream } from "node:stream/web";
import { MessageChannel, type MessagePort, Worker as Thread } from "node:worker_threads";

/** A page's worker in a thread of Node, which runs the same source. Its requests to the host are sent by the page. */
export class ThreadWorker {
  readonly #thread: Thread;

  constructor(url: URL) {
    const { port1, port2 } = new MessageChannel();
    this.#thread = new Thread(bootstrap, {
      eval: true,
      workerData: { source: sourceOf(url), origin: location.origin, requests: port2 },
      transferList: [port2],
    });
    sendRequests(port1);
    // A test may end before its workers.
    this.#thread.unref();
    port1.unref();
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

/** A request of a worker; without a path, its abort. */
interface WorkerRequest {
  readonly id: number;
  readonly path?: string;
  readonly init?: RequestInit;
}

/** Sends the requests that arrive at a port as the page, and responds to them with their streams. */
function sendRequests(port: MessagePort): void {
  const pending = new Map<number, AbortController>();
  port.on("message", async ({ id, path, init }: WorkerRequest) => {
    if (path === undefined) return pending.get(id)?.abort();
    const end = new AbortController();
    pending.set(id, end);
    try {
      const { status, headers, body } = await fetch(path, { ...init, signal: end.signal });
      port.postMessage(
        { id, body, init: { status, headers: [...headers] } },
        body instanceof ReadableStream ? [body] : [],
      );
    } catch (error) {
      port.postMessage({ id, failure: String(error) });
    }
  });
}

/** The globals of a dedicated worker. */
const bootstrap = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { source, origin, requests } = workerData;
  globalThis.self = globalThis;
  globalThis.postMessage = (message, options) => parentPort.postMessage(message, options?.transfer ?? options ?? []);
  globalThis.addEventListener = (type, listener) => {
    if (type === "message") parentPort.on("message", (data) => listener({ data }));
  };
  const pending = new Map();
  requests.on("message", ({ id, failure, body, init }) => {
    const { resolve, reject } = pending.get(id);
    pending.delete(id);
    if (failure) reject(new TypeError(failure));
    else resolve(new Response(body, init));
  });
  let last = 0;
  globalThis.fetch = (url, { signal, headers, ...init } = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        requests.postMessage({ id });
        reject(signal.reason);
      });
      const path = url.startsWith(origin) ? url.slice(origin.length) : url;
      requests.postMessage({ id, path, init: { ...init, headers: [...new Headers(headers)] } });
    });
  import(source);
`;
