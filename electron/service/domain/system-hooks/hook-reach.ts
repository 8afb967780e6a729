import { isIP } from "node:net";
import { addressKind, isLoopback } from "../../../system/address.ts";
import type { Reach } from "../../../system/reach.ts";
import type { Store } from "../../store/store.ts";

const local = new WeakSet<Store>();

/** Allows the hooks of a store to reach loopback and private addresses. */
export function allowLocalHooks(store: Store): void {
  local.add(store);
}

/** Returns the addresses that a store's hooks may reach: never link-local ones, where clouds serve credentials. */
export const hookReach = (store: Store): Reach => (local.has(store) ? "local-elsewhere" : "public");

/** Returns why a hook may not have a URL, null where it may. The addresses of a name are checked at each delivery. */
export function urlProblem(store: Store, text: string): string | null {
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "is blocked: Only allowed schemes are http, https";
  }
  if (url.username || url.password) return "is blocked: Use the token instead of a user name and password";
  const kind = isLoopback(url) ? "loopback" : addressKind(url.hostname);
  if (kind === "link-local") return "is blocked: Requests to the link local network are not allowed";
  if ((kind === "loopback" || kind === "private") && !local.has(store)) {
    return "is blocked: Requests to the local network are not allowed. HELVE_ALLOW_LOCAL_HOOKS=1 in the environment of the service allows them";
  }
  if (kind === "special" && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    return "is blocked: Requests to addresses that are not public are not allowed";
  return null;
}
