import { timingSafeEqual } from "node:crypto";
import type { Scope } from "../../../shared/api/contract/operation.ts";
import type { Store } from "../store/store.ts";
import { findToken } from "../store/users/tokens.ts";
import { findUserByName, type User } from "../store/users/users.ts";
import { HttpError, httpError, unauthorized } from "./http-error.ts";
import type { Credentials } from "./implement.ts";

/** A token that lives in this process's memory only and belongs to a user by name. */
export interface SessionToken {
  readonly token: string;
  readonly username: string;
}

/** What a scope brings besides itself. */
const includes: Readonly<Record<Scope, readonly Scope[]>> = {
  api: ["api", "read_user", "read_repository", "write_repository"],
  read_user: ["read_user"],
  read_repository: ["read_repository"],
  write_repository: ["write_repository", "read_repository"],
};

/** The token of a request: header, bearer, query or password of git. Null where there is none. */
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

/** Who a token stands for. Throws 401 for one that is not known or has ended, and 403 where its user is blocked. */
export function authenticate(store: Store, session: SessionToken | null, plain: string): Credentials {
  if (session && isSame(session.token, plain)) {
    const user = findUserByName(store, session.username);
    if (user) {
      const token = { id: 0, name: "Helve", createdAt: user.createdAt, expiresAt: null };
      return { user, scopes: ["api"], token };
    }
  }
  const token = findToken(store, plain);
  if (!token) throw unauthorized();
  if (token === "ended") throw ended();
  requireAccess(token.user);
  return { user: token.user, scopes: token.scopes, token };
}

const ended = () =>
  new HttpError(401, {
    error: "invalid_token",
    error_description: "Token is expired or revoked. Please use another one.",
  });

/** Throws 403 `insufficient_scope` where a token's scopes do not cover an operation's. */
export function requireScope(credentials: Credentials, scope: Scope): void {
  if (credentials.scopes.some((held) => includes[held].includes(scope))) return;
  throw insufficientScope([...new Set([scope, "api"])].join(" "));
}

export const insufficientScope = (scope: string) =>
  new HttpError(403, {
    error: "insufficient_scope",
    error_description: "The request requires higher privileges than provided by the access token.",
    scope,
  });

/** Throws 403 for a user who is blocked or deactivated. */
export function requireAccess({ state }: User): void {
  if (state === "blocked") throw httpError(403, "403 Forbidden - Your account has been blocked.");
  if (state === "deactivated") {
    throw httpError(403, "403 Forbidden - Your account has been deactivated by your administrator.");
  }
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
