import {
  createUser,
  deleteUser,
  getCurrentUser,
  getUser,
  listUsers,
  updateUser,
} from "../../../shared/api/resources/users.ts";
import { requireCaller, requireUser } from "../domain/access/require-user.ts";
import { deleteUser as removeUser } from "../domain/people/delete-user.ts";
import { addUser, changeUser } from "../domain/people/users.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { toFullUser, toUserFor, toUserSummary } from "../presenters/user.ts";
import { listCustomAttributes } from "../store/custom-attributes.ts";
import { listUsers as queryUsers } from "../store/users/user-list.ts";
import type { User } from "../store/users/users.ts";

export const userRoutes = [
  implement(listUsers, (input, context) => {
    const admin = context.user?.isAdmin ?? false;
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
            customAttributes: input.custom_attributes,
            twoFactor: input.two_factor === undefined ? undefined : input.two_factor === "enabled",
          }
        : {}),
      orderBy: admin ? (input.order_by ?? "id") : "id",
      sort: admin ? (input.sort ?? "desc") : "desc",
      limit: perPage,
      offset: (number - 1) * perPage,
    });
    const attributes = attributesOf(context, input);
    const items = users.map((user) =>
      admin ? { ...toFullUser(context, user), ...attributes(user) } : toUserSummary(context, user),
    );
    return new Paged(items, { total });
  }),
  implement(getUser, (input, context) => {
    const user = requireUser(context, input.id);
    return { ...toUserFor(context, user), ...attributesOf(context, input)(user) };
  }),
  implement(createUser, async (input, context) => toFullUser(context, await addUser(context.store, input))),
  implement(updateUser, async ({ id, ...input }, context) =>
    toFullUser(context, await changeUser(context.store, requireUser(context, id), input)),
  ),
  implement(deleteUser, async (input, context) => {
    await removeUser(context.store, requireUser(context, input.id), context.user, input.hard_delete ?? false);
    return undefined;
  }),
  // `sudo` was applied when the credentials were read, as for every operation.
  implement(getCurrentUser, (_input, context) => toFullUser(context, requireCaller(context))),
];

/** Custom attributes, which administrators see where they ask for them. */
const attributesOf =
  ({ user: caller, store }: Context, input: { readonly with_custom_attributes?: boolean | undefined }) =>
  ({ id }: User) =>
    caller?.isAdmin && input.with_custom_attributes
      ? { custom_attributes: listCustomAttributes(store, { kind: "user", id }) }
      : {};
