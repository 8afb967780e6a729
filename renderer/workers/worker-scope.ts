import type { Endpoint } from "../../shared/workers/define-worker.ts";

/** The global scope of a dedicated worker, by which it receives the calls of its page. */
export const workerScope: Endpoint = {
  postMessage: (message, transfer) => globalThis.postMessage(message, { transfer }),
  addEventListener: (type, listener) => globalThis.addEventListener(type, listener),
};
