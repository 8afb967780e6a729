import { Worker as Thread } from "node:worker_threads";

/** A page's worker in a thread of Node, which runs the same source. */
export class ThreadWorker {
  readonly #thread: Thread;

  constructor(url: URL) {
    this.#thread = new Thread(bootstrap, { eval: true, workerData: sourceOf(url) });
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

/** The globals of a dedicated worker. */
const bootstrap = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.self = globalThis;
  globalThis.postMessage = (message, options) => parentPort.postMessage(message, options?.transfer ?? options ?? []);
  globalThis.addEventListener = (type, listener) => {
    if (type === "message") parentPort.on("message", (data) => listener({ data }));
  };
  import(workerData);
`;
