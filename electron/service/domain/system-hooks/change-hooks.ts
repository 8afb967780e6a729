import { isIP } from "node:net";
import { addressKind, isLoopback, type Reach } from "../../../system/address.ts";
import type { ServiceStore } from "../../service-store.ts";
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
import type { PageRequest } from "../paged.ts";
import { invalidFields, notFound } from "../refusal.ts";
import { queueFor } from "./queued-deliveries.ts";

/** Body of a test, as services send it. */
const samplePayload = {
  event_name: "project_create",
  name: "Ruby",
  path: "ruby",
  project_id: 1,
  owner_name: "Someone",
  owner_email: "example@example.com",
};

/** Returns a hook. Throws `notFound`. */
function requireHook(store: ServiceStore, id: number): SystemHook {
  const hook = findSystemHook(store, id);
  if (!hook) throw notFound();
  return hook;
}

/** Returns all hooks. */
export const allHooks = (store: ServiceStore): SystemHook[] => listSystemHooks(store);

/** Deletes a hook. Throws `notFound`. */
export const removeHook = (store: ServiceStore, id: number): void =>
  deleteSystemHook(store, requireHook(store, id).id);

/** Events that a hook gets unless the caller chooses, as services have it. */
const defaultSwitches = { repository_update_events: true } as const;

/** A hook to add: its address, and which events it gets. */
interface NewHook extends Partial<Readonly<Record<HookSwitch, boolean | undefined>>> {
  readonly url: string;
  readonly token?: string;
  readonly enable_ssl_verification?: boolean;
}

/** Adds a hook. Throws `invalidFields` for an address that is not delivered to. */
export function addHook(store: ServiceStore, input: NewHook): SystemHook {
  const { url, token, enable_ssl_verification: checksCertificates = true, ...chosen } = input;
  const problem = urlProblem(store, url);
  if (problem) throw invalidFields({ url: [problem] });
  const switches: Partial<Record<HookSwitch, boolean | undefined>> = { ...defaultSwitches, ...chosen };
  const events = new Set(hookSwitches.filter((name) => switches[name]));
  return insertSystemHook(store, { url, token: token || null, events, checksCertificates });
}

/** Queues the sample payload for a hook and returns it. */
export function queueSampleDelivery(store: ServiceStore, id: number): typeof samplePayload {
  queueFor(store, requireHook(store, id), { trigger: "test", payload: JSON.stringify(samplePayload) });
  return samplePayload;
}

/** Returns a page of what was delivered to a hook. Throws `notFound`. */
export function eventsOf(store: ServiceStore, id: number, page: PageRequest) {
  const hook = requireHook(store, id);
  const { number, perPage } = page;
  return { hook, ...listDeliveries(store, id, { limit: perPage, offset: (number - 1) * perPage }) };
}

/** Queues what was delivered to a hook once more. Throws `notFound`. */
export function resendEvent(store: ServiceStore, id: number, eventId: number): void {
  const hook = requireHook(store, id);
  const delivery = findDelivery(store, id, eventId);
  if (!delivery) throw notFound();
  queueFor(store, hook, delivery);
}

/** Returns the addresses that a store's hooks may reach: never link-local ones, where clouds serve credentials. */
export const hookReach = (store: ServiceStore): Reach =>
  store.allowsLocalHooks ? "local-elsewhere" : "public";

/** Returns why a hook may not have a URL, null where it may. The addresses of a name are checked at each delivery. */
function urlProblem(store: ServiceStore, text: string): string | null {
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "is blocked: Only allowed schemes are http, https";
  }
  if (url.username || url.password) return "is blocked: Use the token instead of a user name and password";
  const kind = isLoopback(url) ? "loopback" : addressKind(url.hostname);
  if (kind === "link-local") return "is blocked: Requests to the link local network are not allowed";
  if ((kind === "loopback" || kind === "private") && !store.allowsLocalHooks) {
    return "is blocked: Requests to the local network are not allowed. HELVE_ALLOW_LOCAL_HOOKS=1 in the environment of the service allows them";
  }
  if (kind === "special" && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    return "is blocked: Requests to addresses that are not public are not allowed";
  return null;
}
