import { notFound, unauthorized } from "../../http/http-error.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";
import type { Caller } from "./access-level.ts";

/** Returns the user of an id or name. Throws 404. */
export function requireUser({ store }: Caller, idOrName: string | number): User {
  const user = /^\d+$/.test(String(idOrName))
    ? findUser(store, Number(idOrName))
    : findUserByName(store, String(idOrName));
  if (!user) throw notFound("User");
  return user;
}

/** Returns the user of the token. Throws 401 without one. */
export function requireCaller({ user }: Caller): User {
  if (!user) throw unauthorized();
  return user;
}
