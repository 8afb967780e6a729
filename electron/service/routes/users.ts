import {
  createUser,
  deleteUser,
  getCurrentUser,
  getUser,
  listUsers,
  updateUser,
} from "../../../shared/api/resources/users.ts";
import { requireCaller, requireUser } from "../domain/access/require-access.ts";
import { customAttributesOf } from "../domain/access/visible-attributes.ts";
import { removeUser } from "../domain/lifecycle/remove-user.ts";
import { Paged } from "../domain/paged.ts";
import { describeUser, findUsers, seesDetails, seesDetailsOfAll } from "../domain/people/read-users.ts";
import { addUser, changeUser } from "../domain/people/users.ts";
import { implement } from "../http/implement.ts";
import { toCustomAttributes } from "../presenters/project.ts";
import { toFullUser, toPublicUser, toUserSummary } from "../presenters/user.ts";

export const userRoutes = [
  implement(listUsers, (input, context) => {
    const { users, total } = findUsers(context, input, context.page);
    if (!seesDetailsOfAll(context)) {
      return new Paged(
        users.map((user) => toUserSummary(context, user)),
        { total },
      );
    }
    const items = users.map((user) => ({
      ...toFullUser(context, describeUser(context.store, user)),
      ...toCustomAttributes(customAttributesOf(context, { kind: "user", id: user.id }, input)),
    }));
    return new Paged(items, { total });
  }),
  implement(getUser, (input, context) => {
    const user = requireUser(context, input.id);
    return {
      ...(seesDetails(context, user)
        ? toFullUser(context, describeUser(context.store, user))
        : toPublicUser(context, user)),
      ...toCustomAttributes(customAttributesOf(context, { kind: "user", id: user.id }, input)),
    };
  }),
  implement(createUser, async (input, context) =>
    toFullUser(context, describeUser(context.store, await addUser(context.store, input))),
  ),
  implement(updateUser, async ({ id, ...input }, context) => {
    const { store } = context;
    return toFullUser(context, describeUser(store, await changeUser(store, requireUser(context, id), input)));
  }),
  implement(deleteUser, async (input, context) => {
    await removeUser(context.store, requireUser(context, input.id), context.user, input.hard_delete ?? false);
    return undefined;
  }),
  // `sudo` was applied when the credentials were read, as for every operation.
  implement(getCurrentUser, (_input, context) =>
    toFullUser(context, describeUser(context.store, requireCaller(context))),
  ),
];
