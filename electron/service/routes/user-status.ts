import { getCurrentUserStatus, getUserStatus, setUserStatus } from "../../../shared/api/resources/users.ts";
import { requireCaller, requireUser } from "../domain/access/require-user.ts";
import { setStatus, userStatusOf } from "../domain/people/user-status.ts";
import { implement } from "../http/implement.ts";
import { toUserStatus } from "../presenters/user-status.ts";

export const userStatusRoutes = [
  implement(getCurrentUserStatus, (_input, context) =>
    toUserStatus(userStatusOf(context.store, requireCaller(context))),
  ),
  implement(getUserStatus, (input, context) =>
    toUserStatus(userStatusOf(context.store, requireUser(context, input.id_or_username))),
  ),
  implement(setUserStatus, async (input, context) => {
    const caller = requireCaller(context);
    await setStatus(context.store, caller.id, input);
    return toUserStatus(userStatusOf(context.store, caller));
  }),
];
