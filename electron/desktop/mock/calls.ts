/** One call that the app made to Electron. */
export interface Call {
  /** Such as `app.setName`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Every call since the last `forgetCalls`, in order. */
export const calls: Call[] = [];

export function record(name: string, ...args: unknown[]): void {
  calls.push({ name, args });
}

/** Arguments of every call of a name. */
export const callsOf = (name: string): readonly (readonly unknown[])[] =>
  calls.filter((call) => call.name === name).map(({ args }) => args);

export function forgetCalls(): void {
  calls.length = 0;
}
