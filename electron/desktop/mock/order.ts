/** Whether the app is ready: many calls of Electron's are allowed only before that, or only after. */
export const order = { ready: false };

/** Throws as Electron does for a call that is made too late. */
export function beforeReady(message: string): void {
  if (order.ready) throw new Error(message);
}

/** Throws as Electron does for a call that is made too early. */
export function afterReady(message: string): void {
  if (!order.ready) throw new Error(message);
}
