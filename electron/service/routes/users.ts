import {
  getCurrentUser,
  getCurrentUserStatus,
  getUser,
  getUserStatus,
  listUsers,
} from "../../../shared/api/users.ts";
import { forbidden, notFound, unauthorized } from "../failure.ts";
import { type Context, implement, Paged } from "../implement.ts";
import {
  findUser,
  findUserByName,
  findUserStatus,
  listUsers as queryUsers,
  type User,
} from "../store/users.ts";
import { toFullUser, toPublicUser, toUserSummary } from "./user-shape.ts";

/** The user of an id or name. Throws 404. */
export function requireUser(context: Context, idOrName: string | number): User {
  const user = /^\d+$/.test(String(idOrName))
    ? findUser(context.store, Number(idOrName))
    : findUserByName(context.store, String(idOrName));
  if (!user) throw notFound("User");
  return user;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

function toStatus(context: Context, user: User) {
  const { emoji, message } = findUserStatus(context.store, user.id);
  return { emoji, message, message_html: message === null ? "" : escapeHtml(message) };
}

function requireCaller(context: Context): User {
  if (!context.user) throw unauthorized();
  return context.user;
}

export const userRoutes = [
  implement(listUsers, (input, context) => {
    const admin = context.user?.isAdmin ?? false;
    // Without a token only a user whose name is known may be looked up.
    if (!context.user && input.username === undefined) throw forbidden();
    const { number, perPage } = context.page;
    const { users, total } = queryUsers(context.store, {
      search: input.search,
      username: input.username,
      state: input.blocked ? "blocked" : input.active ? "active" : undefined,
      createdBefore: input.created_before,
      createdAfter: input.created_after,
      orderBy: admin ? (input.order_by ?? "id") : "id",
      sort: admin ? (input.sort ?? "desc") : "desc",
      limit: perPage,
      offset: (number - 1) * perPage,
    });
    const items = users.map((user) => (admin ? toFullUser(context, user) : toUserSummary(context, user)));
    return new Paged(items, { total });
  }),
  implement(getUser, (input, context) => {
    const user = requireUser(context, input.id);
    return context.user?.isAdmin ? toFullUser(context, user) : toPublicUser(context, user);
  }),
  implement(getCurrentUser, (input, context) => {
    const caller = requireCaller(context);
    if (input.sudo === undefined) return toFullUser(context, caller);
    if (!caller.isAdmin) throw forbidden();
    return toFullUser(context, requireUser(context, input.sudo));
  }),
  implement(getCurrentUserStatus, (_input, context) => toStatus(context, requireCaller(context))),
  implement(getUserStatus, (input, context) => toStatus(context, requireUser(context, input.id_or_username))),
];
