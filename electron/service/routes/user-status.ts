import { getCurrentUserStatus, getUserStatus, setUserStatus } from "../../../shared/api/resources/users.ts";
import { requireCaller, requireUser } from "../domain/access/require-user.ts";
import { setStatus } from "../domain/people/user-status.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { findUserStatus } from "../store/users/user-status.ts";
import type { User } from "../store/users/users.ts";

/** Returns a status as the API represents it; the Markdown renderer is loaded when a message needs it. */
async function toStatus({ store }: Context, user: User) {
  const status = findUserStatus(store, user.id);
  if (!status) return { emoji: "", message: "", message_html: "", clear_status_at: null };
  const { emoji, message, clearAt } = status;
  const html = message === "" ? "" : (await import("../presenters/status-html.ts")).statusHtml(message);
  return { emoji, message, message_html: html, clear_status_at: clearAt };
}

export const userStatusRoutes = [
  implement(getCurrentUserStatus, (_input, context) => toStatus(context, requireCaller(context))),
  implement(getUserStatus, (input, context) => toStatus(context, requireUser(context, input.id_or_username))),
  implement(setUserStatus, async (input, context) => {
    const caller = requireCaller(context);
    await setStatus(context.store, caller.id, input);
    return toStatus(context, caller);
  }),
];
