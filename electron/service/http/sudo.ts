import type { Store } from "../store/store.ts";
import { findUser, findUserByName } from "../store/users/users.ts";
import type { Credentials } from "./context.ts";
import { insufficientScope, requireAccess } from "./credentials.ts";
import { httpError } from "./http-error.ts";

/** Returns the id or name in the header or parameter `sudo`. Null for none. */
const sudoOf = (request: Request, url: URL): string | null =>
  url.searchParams.get("sudo") || request.headers.get("sudo") || null;

/**
 * Returns the credentials that a request works with: those of the user that an administrator acts as, or its own.
 * Throws 403 for others than administrators and for tokens without the full scope, 404 where the user does not exist.
 */
export function actAs(store: Store, credentials: Credentials, request: Request, url: URL): Credentials {
  const idOrName = sudoOf(request, url);
  if (idOrName === null) return credentials;
  if (!credentials.user.isAdmin) throw httpError(403, "403 Forbidden - Must be admin to use sudo");
  if (!credentials.scopes.includes("api")) throw insufficientScope("sudo api");
  const user = /^\d+$/.test(idOrName) ? findUser(store, Number(idOrName)) : findUserByName(store, idOrName);
  if (!user) throw httpError(404, `404 User with ID or username '${idOrName}' Not Found`);
  requireAccess(user);
  return { ...credentials, user };
}
