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
  | { readonly type: "error"; readonly id: number; readonly name: string; readonly message: string };

/** The side of a Worker or MessagePort that both ends share. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
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
  readonly transfer: Transferable[];
  constructor(value: V, transfer: Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}
