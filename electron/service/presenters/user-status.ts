import type { UserStatus } from "../store/users/user-status.ts";

/** Returns a status as the API represents it; the Markdown renderer is loaded when a message needs it. */
export async function toUserStatus(status: UserStatus | null) {
  if (!status) return { emoji: "", message: "", message_html: "", clear_status_at: null };
  const { emoji, message, clearAt } = status;
  const html = message === "" ? "" : (await import("./status-html.ts")).statusHtml(message);
  return { emoji, message, message_html: html, clear_status_at: clearAt };
}
