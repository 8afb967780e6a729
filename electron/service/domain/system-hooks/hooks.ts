import { httpError } from "../../http/http-error.ts";
import type { PageRequest } from "../../http/paging.ts";
import { findDelivery, listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import {
  findSystemHook,
  insertSystemHook,
  type NewSystemHook,
  type SystemHook,
} from "../../store/hooks/system-hooks.ts";
import type { Store } from "../../store/store.ts";
import { urlProblem } from "./hook-reach.ts";
import { queueFor } from "./queued-deliveries.ts";

/** Body of a test, as services send it. */
export const samplePayload = {
  event_name: "project_create",
  name: "Ruby",
  path: "ruby",
  project_id: 1,
  owner_name: "Someone",
  owner_email: "example@example.com",
};

/** Returns a hook. Throws 404. */
export function requireHook(store: Store, id: number): SystemHook {
  const hook = findSystemHook(store, id);
  if (!hook) throw httpError(404, "404 Not found");
  return hook;
}

/** Adds a hook. Throws 400 for an address that is not delivered to. */
export function addHook(store: Store, hook: NewSystemHook): SystemHook {
  const problem = urlProblem(store, hook.url);
  if (problem) throw httpError(400, { url: [problem] });
  return insertSystemHook(store, hook);
}

/** Queues the sample payload for a hook and returns it. */
export function testHook(store: Store, id: number): typeof samplePayload {
  queueFor(store, requireHook(store, id), { trigger: "test", payload: JSON.stringify(samplePayload) });
  return samplePayload;
}

/** Returns a page of what was delivered to a hook. Throws 404. */
export function eventsOf(store: Store, id: number, page: PageRequest) {
  const hook = requireHook(store, id);
  const { number, perPage } = page;
  return { hook, ...listDeliveries(store, id, { limit: perPage, offset: (number - 1) * perPage }) };
}

/** Queues what was delivered to a hook once more. Throws 404. */
export function resendEvent(store: Store, id: number, eventId: number): void {
  const hook = requireHook(store, id);
  const delivery = findDelivery(store, id, eventId);
  if (!delivery) throw httpError(404, "404 Not found");
  queueFor(store, hook, delivery);
}
