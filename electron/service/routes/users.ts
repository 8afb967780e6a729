import { getCurrentUser, getUser, listUsers } from "../../../shared/api/users.ts";
import { forbidden } from "../failure.ts";
import { implement, Paged } from "../implement.ts";
import { listUsers as queryUsers } from "../store/user-list.ts";
import { requireCaller, requireUser } from "./require-user.ts";
import { toFullUser, toUserFor, toUserSummary } from "./user-shape.ts";

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
      external: input.external,
      createdBefore: input.created_before,
      createdAfter: input.created_after,
      ...(input.extern_uid !== undefined && input.provider !== undefined
        ? { identity: { provider: input.provider, externUid: input.extern_uid } }
        : {}),
      ...(admin
        ? {
            searchEmail: true,
            twoFactor: input.two_factor === undefined ? undefined : input.two_factor === "enabled",
          }
        : {}),
      orderBy: admin ? (input.order_by ?? "id") : "id",
      sort: admin ? (input.sort ?? "desc") : "desc",
      limit: perPage,
      offset: (number - 1) * perPage,
    });
    const items = users.map((user) => (admin ? toFullUser(context, user) : toUserSummary(context, user)));
    return new Paged(items, { total });
  }),
  implement(getUser, (input, context) => toUserFor(context, requireUser(context, input.id))),
  // `sudo` was heeded when the credentials were read, as it is for every operation.
  implement(getCurrentUser, (_input, context) => toFullUser(context, requireCaller(context))),
];
