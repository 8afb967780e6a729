import { getCurrentUserStatus, getUserStatus, setUserStatus } from "../../../shared/api/resources/users.ts";
import { requireCaller, requireUser } from "../domain/access/require-access.ts";
import { setStatus, userStatusOf } from "../domain/people/user-status.ts";
import { implement } from "../http/implement.ts";
import type { UserStatus } from "../store/users/users.ts";

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

/** Returns a status as the API represents it; the Markdown renderer is loaded when a message needs it. */
async function toUserStatus(status: UserStatus | null) {
  if (!status) return { emoji: "", message: "", message_html: "", clear_status_at: null };
  const { emoji, message, clearAt } = status;
  const html = message === "" ? "" : (await import("../presenters/status-html.ts")).statusHtml(message);
  return { emoji, message, message_html: html, clear_status_at: clearAt };
}
