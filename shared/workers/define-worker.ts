import type { Problem } from "../errors.ts";
import { isProblemError } from "../is-problem-error.ts";

export interface WorkerOptions {
  readonly endpoint: Endpoint;
  /** One call after the other, so that a call that never ends is known by being the only one that started. */
  readonly inOrder?: boolean;
}

/**
 * Serves methods on an endpoint. Calls run side by side where they await, unless `inOrder`; a thrown error crosses as
 * its name and message, a ProblemError with its problem. Returns the methods, so that a worker file can export their type.
 */
export function defineWorker<M extends Methods>(methods: M, { endpoint, inOrder = false }: WorkerOptions): M {
  const calls = new Map<number, AbortController>();
  let before: Promise<void> = Promise.resolve();
  const reply = (message: WorkerReply, transfer: ArrayBuffer[] = []) =>
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
      reply({
        type: "error",
        id,
        name: kind,
        message,
        problem: isProblemError(error) ? error.problem : null,
      });
    } finally {
      calls.delete(id);
    }
  }

  endpoint.addEventListener("message", ({ data: request }) => {
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

/** Worker methods by name: one structured-cloneable input each, a value or a promise of one back. */
export type Methods = Record<string, (input: never, call: WorkerCall) => unknown>;

/** Context of a call, passed to its method. */
export interface WorkerCall<T = never> {
  /** Fires when the page cancels the call. */
  readonly signal: AbortSignal;
  /** Emits a part of the result before the result. */
  emit(part: T): void;
}

/** `ping` checks whether a worker's thread is free. */
export type WorkerRequest =
  | { readonly type: "ping" }
  | { readonly type: "call"; readonly id: number; readonly method: string; readonly input: unknown }
  | { readonly type: "cancel"; readonly id: number };

/** `started` is sent when a call's method begins, `pong` whenever the thread is free to reply. */
export type WorkerReply =
  | { readonly type: "pong" }
  | { readonly type: "started"; readonly id: number }
  | { readonly type: "value"; readonly id: number; readonly value: unknown }
  | { readonly type: "part"; readonly id: number; readonly value: unknown }
  | {
      readonly type: "error";
      readonly id: number;
      readonly name: string;
      readonly message: string;
      /** That of a ProblemError. */
      readonly problem: Problem | null;
    };

/** The side of a Worker or MessagePort that both ends share. */
export interface Endpoint {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: { readonly data: WorkerRequest }) => void): void;
}

export type InputFor<M extends Methods, K extends keyof M> = Parameters<M[K]>[0];
/** Result of a call: the method's value, unwrapped from {@link Transferred}. */
export type ValueFor<M extends Methods, K extends keyof M> =
  Awaited<ReturnType<M[K]>> extends Transferred<infer V> ? V : Awaited<ReturnType<M[K]>>;

/** The parts that a method emits before its result. */
export type PartFor<M extends Methods, K extends keyof M> =
  Parameters<M[K]>[1] extends WorkerCall<infer T> ? T : never;

/** A method's value with buffers that change their owner rather than being copied. */
export class Transferred<V> {
  readonly value: V;
  readonly transfer: ArrayBuffer[];
  constructor(value: V, transfer: ArrayBuffer[]) {
    this.value = value;
    this.transfer = transfer;
  }
}
