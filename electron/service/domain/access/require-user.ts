import type { Context } from "../../http/context.ts";
import { notFound, unauthorized } from "../../http/http-error.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";

/** The user of an id or name. Throws 404. */
export function requireUser(context: Context, idOrName: string | number): User {
  const user = /^\d+$/.test(String(idOrName))
    ? findUser(context.store, Number(idOrName))
    : findUserByName(context.store, String(idOrName));
  if (!user) throw notFound("User");
  return user;
}

/** The user of the token. Throws 401 without one. */
export function requireCaller(context: Context): User {
  if (!context.user) throw unauthorized();
  return context.user;
}
