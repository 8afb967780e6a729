import { parentPort, type Transferable as ThreadTransferable } from "node:worker_threads";
import type { Endpoint } from "../../../../shared/workers/messages.ts";

/** Returns the port by which a thread receives the host's calls. Throws outside a thread. */
export function threadEndpoint(): Endpoint {
  const port = parentPort;
  if (!port) throw new Error("This module is run in a thread.");
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer as ThreadTransferable[]),
    addEventListener: (_, listener) =>
      void port.on("message", (data: unknown) => listener(new MessageEvent("message", { data }))),
  };
}
