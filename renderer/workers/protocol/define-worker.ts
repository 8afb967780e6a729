import { type Endpoint, type Methods, type Reply, type Request, Transferred } from "./messages.ts";

/**
 * Serves methods on an endpoint, by default this worker's own. Calls run side by side where they await; a thrown
 * error crosses as its name and message. Answers the methods, so that a worker file can export their type.
 */
export function defineWorker<M extends Methods>(methods: M, endpoint: Endpoint = ownEndpoint()): M {
  const running = new Map<number, AbortController>();
  const answer = (reply: Reply, transfer: Transferable[] = []) => endpoint.postMessage(reply, transfer);

  async function run(id: number, name: string, input: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (!method) throw new Error(`The worker has no method "${name}"`);
      const { signal } = controller;
      const tell = (value: unknown) => {
        if (!signal.aborted) answer({ type: "part", id, value });
      };
      const value = await method(input as never, { signal, tell });
      if (controller.signal.aborted) return;
      if (value instanceof Transferred) answer({ type: "value", id, value: value.value }, value.transfer);
      else answer({ type: "value", id, value });
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      answer({ type: "error", id, name: kind, message });
    } finally {
      running.delete(id);
    }
  }

  endpoint.addEventListener("message", (event: MessageEvent) => {
    const request: Request = event.data;
    if (request.type === "cancel") running.get(request.id)?.abort();
    else void run(request.id, request.method, request.input);
  });
  return methods;
}

/** The global scope of a dedicated worker, which has the shape of an endpoint. */
const ownEndpoint = (): Endpoint => ({
  postMessage: (message, transfer) => globalThis.postMessage(message, { transfer }),
  addEventListener: (type, listener) => globalThis.addEventListener(type, listener),
});
