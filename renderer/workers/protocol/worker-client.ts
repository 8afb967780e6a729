import type { InputFor, Methods, PartFor, Reply, Request, ValueFor } from "./messages.ts";

export interface CallOptions<T = never> {
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that change their owner rather than being copied. */
  readonly transfer?: Transferable[] | undefined;
  /** Hears what the method tells before its answer. */
  readonly onPart?: ((part: T) => void) | undefined;
}

export interface WorkerClient<M extends Methods> {
  /** Calls a method. Rejects with what it threw, with `AbortError` once `signal` fires, or when the worker dies. */
  call<K extends keyof M & string>(
    method: K,
    input: InputFor<M, K>,
    options?: CallOptions<PartFor<M, K>>,
  ): Promise<ValueFor<M, K>>;
  /** Ends the worker; the next call starts a new one with nothing in memory. */
  stop(): void;
}

/** A worker as its client needs it; `MessagePort` and `Worker` both fit. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: (event: MessageEvent & Partial<ErrorEvent>) => void): void;
  terminate?(): void;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
  readonly onPart: ((part: never) => void) | undefined;
}

/** Talks to a worker that is started by `start` at the first call. `M` is the type that the worker file exports. */
export function createWorkerClient<M extends Methods>(start: () => WorkerLike): WorkerClient<M> {
  const waiting = new Map<number, Waiting>();
  let worker: WorkerLike | undefined;
  let last = 0;

  function stop(reason = new Error("The worker was stopped")): void {
    worker?.terminate?.();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function running(): WorkerLike {
    if (worker) return worker;
    const started = start();
    started.addEventListener("message", ({ data }) => settle(data));
    started.addEventListener("error", ({ message }) => {
      if (worker === started) stop(new Error(message || "The worker failed"));
    });
    worker = started;
    return started;
  }

  function settle(reply: Reply): void {
    const call = waiting.get(reply.id);
    if (reply.type === "part") {
      call?.onPart?.(reply.value as never);
      return;
    }
    waiting.delete(reply.id);
    if (reply.type === "value") call?.resolve(reply.value as never);
    else call?.reject(Object.assign(new Error(reply.message), { name: reply.name }));
  }

  return {
    stop: () => stop(),
    call: (method, input, { signal, transfer = [], onPart } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(aborted());
        const id = ++last;
        const onAbort = () => {
          waiting.delete(id);
          worker?.postMessage({ type: "cancel", id } satisfies Request, []);
          reject(aborted());
        };
        const done = () => signal?.removeEventListener("abort", onAbort);
        signal?.addEventListener("abort", onAbort, { once: true });
        waiting.set(id, {
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
        running().postMessage({ type: "call", id, method, input } satisfies Request, transfer);
      }),
  };
}

const aborted = () => new DOMException("The call was canceled", "AbortError");
