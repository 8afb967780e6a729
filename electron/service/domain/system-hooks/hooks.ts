import { httpError } from "../../http/http-error.ts";
import type { PageRequest } from "../../http/paging.ts";
import { findDelivery, listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import {
  deleteSystemHook,
  findSystemHook,
  type HookSwitch,
  hookSwitches,
  insertSystemHook,
  listSystemHooks,
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

/** Returns all hooks. */
export const allHooks = (store: Store): SystemHook[] => listSystemHooks(store);

/** Deletes a hook. Throws 404. */
export const removeHook = (store: Store, id: number): void =>
  deleteSystemHook(store, requireHook(store, id).id);

/** Events that a hook gets unless the caller chooses, as services have it. */
const defaultSwitches = { repository_update_events: true } as const;

/** A hook to add: its address, and which events it gets. */
export interface NewHook extends Partial<Readonly<Record<HookSwitch, boolean | undefined>>> {
  readonly url: string;
  readonly token?: string | undefined;
  readonly enable_ssl_verification?: boolean | undefined;
}

/** Adds a hook. Throws 400 for an address that is not delivered to. */
export function addHook(store: Store, input: NewHook): SystemHook {
  const { url, token, enable_ssl_verification: checksCertificates = true, ...chosen } = input;
  const problem = urlProblem(store, url);
  if (problem) throw httpError(400, { url: [problem] });
  const switches: Partial<Record<HookSwitch, boolean | undefined>> = { ...defaultSwitches, ...chosen };
  const events = new Set(hookSwitches.filter((name) => switches[name]));
  return insertSystemHook(store, { url, token: token || null, events, checksCertificates });
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
