/** Whether the app is ready: many calls of Electron's are allowed only before that, or only after. */
export const order = { ready: false };

/** Throws as Electron does for a call that comes too late. */
export function beforeReady(message: string): void {
  if (order.ready) throw new Error(message);
}

/** Throws as Electron does for a call that comes too early. */
export function afterReady(message: string): void {
  if (!order.ready) throw new Error(message);
}
