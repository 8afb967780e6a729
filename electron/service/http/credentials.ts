import { timingSafeEqual } from "node:crypto";
import type { TokenScope } from "../../../shared/api/contract/operation.ts";
import { whereWritable } from "../../system/storage-error.ts";
import { timeNow } from "../clock.ts";
import type { ServiceStore } from "../service-store.ts";
import { findToken, recordTokenUse } from "../store/users/tokens.ts";
import { findUser, findUserByName, recordActivity, type User } from "../store/users/users.ts";
import { HttpError, httpError, unauthorizedError } from "./http-error.ts";
import type { Context, Credentials } from "./implement.ts";

/** A token in this process's memory only, of a user by name. */
export interface SessionToken {
  readonly token: string;
  readonly username: string;
}

/** Scopes that a scope includes. */
const includes: Readonly<Record<TokenScope, readonly TokenScope[]>> = {
  api: ["api", "read_user", "read_repository", "write_repository"],
  read_user: ["read_user"],
  read_repository: ["read_repository"],
  write_repository: ["write_repository", "read_repository"],
};

/** Returns the token of a request from a header, the query or the password of git; null for none. */
export function tokenOf(request: Request, url: URL): string | null {
  const authorization = request.headers.get("authorization") ?? "";
  const bearer = /^Bearer\s+(.+)$/i.exec(authorization)?.[1];
  const basic = /^Basic\s+(.+)$/i.exec(authorization)?.[1];
  const password =
    basic &&
    Buffer.from(basic, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
  return (
    request.headers.get("private-token") ??
    bearer ??
    password ??
    url.searchParams.get("private_token") ??
    url.searchParams.get("access_token")
  );
}

/** Returns the credentials of a token. Throws 401 for an unknown or expired one, and 403 where its user is blocked. */
export function authenticate(store: ServiceStore, session: SessionToken | null, plain: string): Credentials {
  if (session && isSame(session.token, plain)) {
    const user = findUserByName(store, session.username);
    if (user) {
      const token = { id: 0, name: "Helve", createdAt: user.createdAt, expiresAt: null, lastUsedAt: null };
      return { user, scopes: ["api"], token };
    }
  }
  const token = findToken(store, plain);
  if (!token) throw unauthorizedError();
  if (token === "ended") throw ended();
  requireAccess(token.user);
  return { user: token.user, scopes: token.scopes, token };
}

/** Records that the user and the token of a request are active, each rarely; nothing on a full disk. */
export const recordUse = (store: ServiceStore, { user, token }: Credentials): void =>
  whereWritable(() => {
    recordActivity(store, user, timeNow(store).slice(0, 10));
    // The session's is in no table.
    if (token.id !== 0) recordTokenUse(store, token);
  });

const ended = () =>
  new HttpError(401, {
    error: "invalid_token",
    error_description: "Token is expired or revoked. Please use another one.",
  });

/** Throws 403 `insufficient_scope` where a token's scopes do not cover an operation's. */
export function requireScope(credentials: Credentials, scope: TokenScope): void {
  if (credentials.scopes.some((granted) => includes[granted].includes(scope))) return;
  throw insufficientScope([...new Set([scope, "api"])].join(" "));
}

/** Returns the 403 of a token without a scope that the operation needs. */
const insufficientScope = (scope: string) =>
  new HttpError(403, {
    error: "insufficient_scope",
    error_description: "The request requires higher privileges than provided by the access token.",
    scope,
  });

/** Throws 403 for a user who is blocked or deactivated. */
function requireAccess({ state }: User): void {
  if (state === "blocked") throw httpError(403, "403 Forbidden - Your account has been blocked.");
  if (state === "deactivated") {
    throw httpError(403, "403 Forbidden - Your account has been deactivated by your administrator.");
  }
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Returns the credentials of a request. Throws 401 without a token. */
export function requireCredentials({ credentials }: Pick<Context, "credentials">): Credentials {
  if (!credentials) throw unauthorizedError();
  return credentials;
}

/** Returns the id or name in the header or parameter `sudo`. Null for none. */
const sudoOf = (request: Request, url: URL): string | null =>
  url.searchParams.get("sudo") || request.headers.get("sudo") || null;

/**
 * Returns the credentials that a request works with: those of the user that an administrator acts as, or its own.
 * Throws 403 for others than administrators and for tokens without the full scope, 404 where the user does not exist.
 */
export function actAs(
  store: ServiceStore,
  credentials: Credentials,
  request: Request,
  url: URL,
): Credentials {
  const idOrName = sudoOf(request, url);
  if (idOrName === null) return credentials;
  if (!credentials.user.isAdmin) throw httpError(403, "403 Forbidden - Must be admin to use sudo");
  if (!credentials.scopes.includes("api")) throw insufficientScope("sudo api");
  const user = /^\d+$/.test(idOrName) ? findUser(store, Number(idOrName)) : findUserByName(store, idOrName);
  if (!user) throw httpError(404, `404 User with ID or username '${idOrName}' Not Found`);
  requireAccess(user);
  return { ...credentials, user };
}
