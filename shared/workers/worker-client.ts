import type { InputFor, Methods, PartFor, ValueFor, WorkerReply, WorkerRequest } from "./messages.ts";
import { defaultLimitMs, TimeLimitError, WorkerEndedError } from "./time-limit.ts";
import { type Watchdog, watchWorker } from "./watch-worker.ts";

export interface CallOptions<T = never> {
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that change their owner rather than being copied. */
  readonly transfer?: Transferable[] | undefined;
  /** Called with each part that the method emits before its value. */
  readonly onPart?: ((part: T) => void) | undefined;
}

export interface ClientOptions {
  /** Milliseconds for which a call may block the worker before it is ended. */
  readonly limitMs?: number | undefined;
  /** The worker has no state between calls: calls that another one blocked are repeated in a new worker. */
  readonly stateless?: boolean | undefined;
}

export interface WorkerClient<M extends Methods> {
  /**
   * Calls a method. Rejects with what it threw, with `AbortError` once `signal` fires, with `TimeLimitError` where the
   * call blocks the worker for too long, with `WorkerEndedError` where another one did, or when the worker ends.
   */
  call<K extends keyof M & string>(
    method: K,
    input: InputFor<M, K>,
    options?: CallOptions<PartFor<M, K>>,
  ): Promise<ValueFor<M, K>>;
  /** Ends the worker; the next call starts a new one with nothing in memory. */
  stop(): void;
  /** Calls back when the worker was ended and its state is lost; returns how to unsubscribe. */
  onEnd(listener: () => void): () => void;
}

/** A worker as its client needs it; `MessagePort` and `Worker` both fit. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: (event: MessageEvent & Partial<ErrorEvent>) => void): void;
  terminate?(): void;
}

interface Waiting {
  readonly request: WorkerRequest;
  readonly transfer: Transferable[];
  started: boolean;
  resolve(value: never): void;
  reject(error: Error): void;
  readonly onPart: ((part: never) => void) | undefined;
}

/**
 * Client of a worker that is started by `start` at the first call, ended when a call blocks it for too long, and
 * started again at the next one. `M` is the type that the worker file exports.
 */
export function createWorkerClient<M extends Methods>(
  start: () => WorkerLike,
  { limitMs = defaultLimitMs, stateless = false }: ClientOptions = {},
): WorkerClient<M> {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<() => void>();
  let worker: { readonly itself: WorkerLike; readonly watchdog: Watchdog } | undefined;
  let last = 0;

  /** Ends the worker; waiting calls are rejected, or repeated where `again` is set. */
  function end(reasonOf: (call: Waiting) => Error, again: (call: Waiting) => boolean = () => false): void {
    worker?.watchdog.stop();
    worker?.itself.terminate?.();
    worker = undefined;
    for (const [id, call] of waiting) {
      if (again(call)) continue;
      waiting.delete(id);
      call.reject(reasonOf(call));
    }
    for (const { request, transfer } of waiting.values()) running().itself.postMessage(request, transfer);
    for (const listener of [...listeners]) listener();
  }

  function running() {
    if (worker) return worker;
    const itself = start();
    const watchdog = watchWorker(limitMs, itself, () =>
      end(
        ({ started }) => (started ? new TimeLimitError(limitMs) : new WorkerEndedError()),
        ({ started, transfer }) => stateless && !started && transfer.length === 0,
      ),
    );
    itself.addEventListener("message", ({ data }) => settle(data, watchdog));
    itself.addEventListener("error", ({ message }) => {
      if (worker?.itself === itself) end(() => new Error(message || "The worker failed"));
    });
    worker = { itself, watchdog };
    return worker;
  }

  function settle(reply: WorkerReply, watchdog: Watchdog): void {
    watchdog.recordMessage();
    // A canceled call may still block the thread: only a message of the worker ends the watch.
    if (waiting.size === 0) watchdog.pause();
    if (reply.type === "pong") return;
    const call = waiting.get(reply.id);
    if (reply.type === "started") {
      if (call) call.started = true;
      return;
    }
    if (reply.type === "part") {
      call?.onPart?.(reply.value as never);
      return;
    }
    waiting.delete(reply.id);
    if (waiting.size === 0) watchdog.pause();
    if (reply.type === "value") call?.resolve(reply.value as never);
    else call?.reject(Object.assign(new Error(reply.message), { name: reply.name }));
  }

  return {
    stop: () => end(() => new Error("The worker was stopped")),
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call: (method, input, { signal, transfer = [], onPart } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(aborted());
        const id = ++last;
        const onAbort = () => {
          waiting.delete(id);
          worker?.itself.postMessage({ type: "cancel", id } satisfies WorkerRequest, []);
          reject(aborted());
        };
        const done = () => signal?.removeEventListener("abort", onAbort);
        signal?.addEventListener("abort", onAbort, { once: true });
        const request: WorkerRequest = { type: "call", id, method, input };
        waiting.set(id, {
          request,
          transfer,
          started: false,
          resolve: (value) => {
            done();
            resolve(value);
          },
          reject: (error) => {
            done();
            reject(error);
          },
          onPart,
        });
        const { itself, watchdog } = running();
        itself.postMessage(request, transfer);
        watchdog.watch();
      }),
  };
}

const aborted = () => new DOMException("The call was canceled", "AbortError");
