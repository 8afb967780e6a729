/** Worker methods by name: one structured-cloneable input each, a value or a promise of one back. */
export type Methods = Record<string, (input: never, call: WorkerCall) => unknown>;

/** What a method learns about the call that it serves. */
export interface WorkerCall<T = never> {
  /** Fires when the page no longer wants the answer. */
  readonly signal: AbortSignal;
  /** Hands over a part of what was asked for, before the answer. */
  emit(part: T): void;
}

/** `ping` asks a worker whether its thread is free. */
export type Request =
  | { readonly type: "ping" }
  | { readonly type: "call"; readonly id: number; readonly method: string; readonly input: unknown }
  | { readonly type: "cancel"; readonly id: number };

/** `started` comes when a call's method begins, `pong` whenever the thread is free to reply. */
export type Reply =
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
/** What a call resolves to: the method's value, taken out of {@link Transferred}. */
export type ValueFor<M extends Methods, K extends keyof M> =
  Awaited<ReturnType<M[K]>> extends Transferred<infer V> ? V : Awaited<ReturnType<M[K]>>;

/** What a method tells before its answer. */
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
