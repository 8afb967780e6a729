import type { statusSpans } from "../../../../shared/api/resources/user-shapes.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findUserStatus, setUserStatusRow, type User, type UserStatus } from "../../store/users/users.ts";
import { isEmojiName } from "../emoji-names.ts";
import { invalidFields } from "../refusal.ts";

const maxMessageLength = 100;
const defaultEmoji = "speech_balloon";
const hourMs = 3_600_000;

/** Spans after which a status may end, in milliseconds. */
const spans: Readonly<Record<(typeof statusSpans)[number], number>> = {
  "30_minutes": hourMs / 2,
  "3_hours": 3 * hourMs,
  "8_hours": 8 * hourMs,
  "1_day": 24 * hourMs,
  "3_days": 72 * hourMs,
  "7_days": 168 * hourMs,
  "30_days": 720 * hourMs,
};

interface StatusInput {
  readonly emoji?: string;
  readonly message?: string;
  readonly clear_status_after?: keyof typeof spans;
}

/** Returns a user's status, null where there is none or it has expired. */
export const userStatusOf = (store: ServiceStore, user: User): UserStatus | null =>
  findUserStatus(store, user.id);

/** Sets a user's status, or clears it where both emoji and message are empty. Throws `invalidFields` with what is wrong. */
export async function setStatus(store: ServiceStore, userId: number, input: StatusInput): Promise<void> {
  const { emoji = "", message = "", clear_status_after: after } = input;
  if (emoji === "" && message === "") {
    setUserStatusRow(store, userId, null);
    return;
  }
  const problems: Record<string, string[]> = {};
  if (emoji !== "" && !(await isEmojiName(emoji))) problems.emoji = ["is not a valid emoji name"];
  if (message.length > maxMessageLength) {
    problems.message = [`is too long (maximum is ${maxMessageLength} characters)`];
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  setUserStatusRow(store, userId, {
    emoji: emoji || defaultEmoji,
    message,
    clearAt: after === undefined ? null : new Date(store.clock.now() + spans[after]).toISOString(),
  });
}
