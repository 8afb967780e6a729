import { eventChannel } from "../../store/event-channel.ts";
import { insertDeliveries } from "../../store/hooks/hook-deliveries.ts";
import { type HookSwitch, listSystemHooks, type SystemHook } from "../../store/hooks/system-hooks.ts";
import type { Store } from "../../store/store.ts";

const queued = eventChannel();
const requested = eventChannel<number>();

/** Calls a listener each time deliveries of a store were queued. Returns a function that stops it. */
export const onDeliveriesQueued = queued.on;

/** Calls a listener with the id of a hook for which somebody asked for a delivery. Returns a function that stops it. */
export const onDeliveryRequested = requested.on;

/** Returns whether there is any hook. */
export const hasHooks = (store: Store): boolean => listSystemHooks(store).length > 0;

/** Returns whether any hook has a switch on. */
export const isWanted = (store: Store, hookSwitch: HookSwitch): boolean =>
  listSystemHooks(store).some(({ events }) => events.has(hookSwitch));

/** Queues an event for the hooks that have its switch on; for every hook where it has none. Also within a transaction. */
export function queueEvent(store: Store, hookSwitch: HookSwitch | null, payload: object): void {
  const hooks = listSystemHooks(store).filter(({ events }) => hookSwitch === null || events.has(hookSwitch));
  if (hooks.length === 0) return;
  const event = {
    eventId: crypto.randomUUID(),
    trigger: hookSwitch ?? "system_hooks",
    payload: JSON.stringify(payload),
  };
  insertDeliveries(store, { ...event, hookIds: hooks.map(({ id }) => id) });
  queued.emit(store);
}

/**
 * Queues an event for one hook, whatever its switches, before all that waits for it: somebody asked for it and looks at the
 * result. Returns the id of the delivery.
 */
export function queueFor(
  store: Store,
  hook: SystemHook,
  event: { readonly trigger: string; readonly payload: string; readonly eventId?: string },
): number {
  const { trigger, payload, eventId = crypto.randomUUID() } = event;
  const id = insertDeliveries(store, { trigger, payload, eventId, hookIds: [hook.id], isFirst: true });
  requested.emit(store, hook.id);
  queued.emit(store);
  return id;
}
