import type { ServiceStore } from "../../service-store.ts";
import { eventChannel } from "../../store/event-channel.ts";
import { insertDeliveries, insertDelivery } from "../../store/hooks/hook-deliveries.ts";
import { type Hook, type HookSwitch, isSentTo } from "../../store/hooks/hooks.ts";

const queued = eventChannel();
const requested = eventChannel<number>();

/** Calls a listener each time deliveries of a store were queued. Returns a function that stops it. */
export const onDeliveriesQueued = queued.on;

/** Calls a listener with the id of a hook for which somebody asked for a delivery. Returns a function that stops it. */
export const onDeliveryRequested = requested.on;

/**
 * Queues an event for the hooks of the service and of its project that have its switch on; for every hook of the service
 * where it has none. Those of `except` do not get it. Also within a transaction.
 */
export function queueEvent(
  store: ServiceStore,
  hookSwitch: HookSwitch | null,
  payload: object,
  projectId: number | null = null,
  except: readonly number[] = [],
): void {
  const eventId = crypto.randomUUID();
  let isQueued = false;
  for (const of of projectId === null ? [null] : [null, projectId]) {
    const hooks = { hookSwitch, projectId: of, except };
    if (!isSentTo(store, hooks)) continue;
    const body = of === null ? payload : withoutAddresses(payload);
    const event = { eventId, trigger: hookSwitch ?? "system_hooks", payload: JSON.stringify(body) };
    insertDeliveries(store, event, hooks);
    isQueued = true;
  }
  if (isQueued) queued.emit(store);
}

/** Stands for the email address of a user. */
const hiddenAddress = "[REDACTED]";

/**
 * Returns the body of an event for the webhook of a project: who sets one may not see the email addresses of users.
 * Those of commits stay, as they are in the repository.
 */
export function withoutAddresses(fields: object): object {
  const isUser = "username" in fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      name === "user_email" || (isUser && name === "email") ? hiddenAddress : hideAddresses(value),
    ]),
  );
}

const hideAddresses = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(hideAddresses)
    : typeof value === "object" && value !== null
      ? withoutAddresses(value)
      : value;

/**
 * Queues an event for one hook, whatever its switches, before all that waits for it: somebody asked for it and looks at the
 * result. Returns the id of the delivery.
 */
export function queueFor(
  store: ServiceStore,
  hook: Hook,
  event: { readonly trigger: string; readonly payload: string; readonly eventId?: string },
): number {
  const { trigger, payload, eventId = crypto.randomUUID() } = event;
  const id = insertDelivery(store, { trigger, payload, eventId }, hook.id);
  requested.emit(store, hook.id);
  queued.emit(store);
  return id;
}
