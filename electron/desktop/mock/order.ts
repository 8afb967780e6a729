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
