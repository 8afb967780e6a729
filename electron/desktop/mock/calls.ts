/** One call that the app made to Electron. */
interface Call {
  /** Such as `app.setName`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Every call since the last `forgetCalls`, in order. */
export const calls: Call[] = [];

export function recordCall(name: string, ...args: unknown[]): void {
  calls.push({ name, args });
}

/** Arguments of every call of a name. */
export const callsOf = (name: string): readonly (readonly unknown[])[] =>
  calls.filter((call) => call.name === name).map(({ args }) => args);

export function forgetCalls(): void {
  calls.length = 0;
}

/** State of the app: Electron allows many calls only before it is ready, or only afterwards. */
export const order = { ready: false };

/** Throws as Electron does for a call that is made too late. */
export function beforeReady(message: string): void {
  if (order.ready) throw new Error(message);
}

/** Throws as Electron does for a call that is made too early. */
export function afterReady(message: string): void {
  if (!order.ready) throw new Error(message);
}
