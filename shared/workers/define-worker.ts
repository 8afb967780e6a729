import {
  type Endpoint,
  type Methods,
  Transferred,
  type WorkerReply,
  type WorkerRequest,
} from "./messages.ts";

export interface WorkerOptions {
  /** By default this worker's own. */
  readonly endpoint?: Endpoint | undefined;
  /** One call after the other, so that a call that never ends is known by being the only one that started. */
  readonly inOrder?: boolean | undefined;
}

/**
 * Serves methods on an endpoint. Calls run side by side where they await, unless `inOrder`; a thrown error crosses as
 * its name and message. Returns the methods, so that a worker file can export their type.
 */
export function defineWorker<M extends Methods>(
  methods: M,
  { endpoint = ownEndpoint(), inOrder = false }: WorkerOptions = {},
): M {
  const calls = new Map<number, AbortController>();
  let before: Promise<void> = Promise.resolve();
  const reply = (message: WorkerReply, transfer: Transferable[] = []) =>
    endpoint.postMessage(message, transfer);

  async function run(id: number, name: string, input: unknown, { signal }: AbortController): Promise<void> {
    if (signal.aborted) return void calls.delete(id);
    reply({ type: "started", id });
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (!method) throw new Error(`The worker has no method "${name}"`);
      const emit = (value: unknown) => {
        if (!signal.aborted) reply({ type: "part", id, value });
      };
      const value = await method(input as never, { signal, emit });
      if (signal.aborted) return;
      if (value instanceof Transferred) reply({ type: "value", id, value: value.value }, value.transfer);
      else reply({ type: "value", id, value });
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      reply({ type: "error", id, name: kind, message });
    } finally {
      calls.delete(id);
    }
  }

  endpoint.addEventListener("message", (event: MessageEvent) => {
    const request: WorkerRequest = event.data;
    if (request.type === "ping") return reply({ type: "pong" });
    if (request.type === "cancel") return calls.get(request.id)?.abort();
    const { id, method, input } = request;
    const controller = new AbortController();
    calls.set(id, controller);
    const start = () => run(id, method, input, controller);
    // Between two calls the thread reads its messages, so that a cancel arrives before the call that it ends.
    if (inOrder) before = before.then(nextTurn).then(start);
    else void start();
  });
  return methods;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The global scope of a dedicated worker, which has the shape of an endpoint. */
const ownEndpoint = (): Endpoint => ({
  postMessage: (message, transfer) => globalThis.postMessage(message, { transfer }),
  addEventListener: (type, listener) => globalThis.addEventListener(type, listener),
});
