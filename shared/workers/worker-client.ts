import { ProblemError } from "../errors.ts";
import { Notifier } from "../notifier.ts";
import type { Optional } from "../optional.ts";
import type { InputFor, Methods, PartFor, ValueFor, WorkerReply, WorkerRequest } from "./define-worker.ts";

type CallOptions<T = never> = Optional<{
  signal: AbortSignal;
  /** Buffers of the input that change their owner rather than being copied. */
  transfer: ArrayBuffer[];
  /** Called with each part that the method emits before its value. */
  onPart: (part: T) => void;
}>;

type ClientOptions = Optional<{
  /** Milliseconds, of processor time where the worker shows it, for which a call may block the worker before it is ended. */
  limitMs: number;
  /** The worker has no state between calls: calls that another one blocked are repeated in a new worker. */
  stateless: boolean;
}>;

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

/** A message, which has data, or an error, which has a message. */
interface WorkerEvent {
  readonly data: WorkerReply;
  readonly message?: string;
}

/** A worker as its client needs it; `MessagePort` and `Worker` both fit. */
export interface WorkerLike extends WatchedWorker {
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  terminate?(): void;
}

interface Waiting {
  readonly request: WorkerRequest;
  readonly transfer: ArrayBuffer[];
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
  const ends = new Notifier();
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
    ends.notify();
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
    else if (reply.problem) call?.reject(new ProblemError(reply.problem));
    else call?.reject(Object.assign(new Error(reply.message), { name: reply.name }));
  }

  return {
    stop: () => end(() => new Error("The worker was stopped")),
    onEnd: ends.subscribe,
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

/** Milliseconds for which a call may block its worker, unless the worker has a limit of its own. */
const defaultLimitMs = 10_000;

/** A call that blocked its worker for longer than its limit; the worker was ended. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  constructor(limitMs: number) {
    super(`It took longer than ${Math.round(limitMs / 1000)} seconds and was stopped.`);
  }
}

/** A call whose worker was ended because another call blocked it. */
class WorkerEndedError extends Error {
  override readonly name = "WorkerEndedError";
  constructor() {
    super("Its worker was stopped. Open it again.");
  }
}

/** Watches whether a worker's thread is free. */
interface Watchdog {
  /** Starts to watch, unless it does already; called with each call to the worker. */
  watch(): void;
  /** Records a message of the worker, whose thread is free then. */
  recordMessage(): void;
  /** Pauses the watch; called when no call is waiting. */
  pause(): void;
  stop(): void;
}

/** A worker as its watch needs it. */
interface WatchedWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  /**
   * Milliseconds of processor time that the worker's thread took so far. May resolve late, or never, while the thread is
   * blocked. A browser does not show it.
   */
  processorMs?(): Promise<number>;
}

/** Number of pings within the limit. */
const pingsPerLimit = 4;
/** Limits for which a thread may be silent whose processor time stays below one: a busy machine does not run it. */
const maxSilentLimits = 12;

/**
 * Calls `onBlocked` once a worker sent nothing for `limitMs` after pings: one call blocks its thread. A call that
 * awaits, or works in slices, leaves the thread free and may take as long as it needs. Time in which the page itself
 * did not run, such as a suspended machine, does not count; nor, where the worker shows its processor time, does time in
 * which its thread did not run, up to {@link maxSilentLimits}.
 */
function watchWorker(limitMs: number, worker: WatchedWorker, onBlocked: () => void): Watchdog {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silent = 0;
  // Until its code is loaded and its first call began, a worker replies to nothing.
  let began = false;
  /** Processor time at the first look since the last message, and at the last one. */
  let processor: { readonly first: number; readonly last: number } | undefined;
  /** Counts messages, so that a look from before the last one is ignored. */
  let messages = 0;

  const look = () => {
    const at = messages;
    worker.processorMs?.().then(
      (ms) => {
        if (at === messages) processor = { first: processor?.first ?? ms, last: ms };
      },
      // The worker has ended.
      () => undefined,
    );
  };
  const isBlocked = () => {
    if (silent < pingsPerLimit) return false;
    if (!worker.processorMs || silent >= pingsPerLimit * maxSilentLimits) return true;
    return processor !== undefined && processor.last - processor.first >= limitMs;
  };
  const ping = () => {
    timer = undefined;
    if (isBlocked()) return onBlocked();
    if (began) {
      silent++;
      look();
    }
    worker.postMessage({ type: "ping" } satisfies WorkerRequest, []);
    timer = setTimeout(ping, limitMs / pingsPerLimit);
  };
  const hear = () => {
    silent = 0;
    messages++;
    processor = undefined;
  };
  const pause = () => {
    clearTimeout(timer);
    timer = undefined;
    hear();
  };
  return {
    watch() {
      timer ??= setTimeout(ping, limitMs / pingsPerLimit);
    },
    recordMessage() {
      began = true;
      hear();
    },
    pause,
    stop: pause,
  };
}
