import { z } from "zod";
import { textOrNull } from "../columns.ts";
import type { Store } from "../store.ts";

const statusRow = z
  .object({ emoji: z.string(), message: z.string(), clear_at: textOrNull })
  .transform(({ clear_at: clearAt, ...row }) => ({ ...row, clearAt }));

/** Status of a user; `clearAt` (ISO 8601) is when it ends. */
export type UserStatus = Readonly<z.output<typeof statusRow>>;

/** The status of a user, null where there is none or where it has ended. */
export function findUserStatus(store: Store, userId: number): UserStatus | null {
  const row = store.get(
    `SELECT coalesce(emoji, '') AS emoji, coalesce(message, '') AS message, clear_at FROM user_statuses
     WHERE user_id = ? AND (clear_at IS NULL OR clear_at > ?)`,
    userId,
    new Date().toISOString(),
  );
  return row ? statusRow.parse(row) : null;
}

/** Sets a user's status; null clears it. */
export function setUserStatusRow(store: Store, userId: number, status: UserStatus | null): void {
  store.run("DELETE FROM user_statuses WHERE user_id = ?", userId);
  if (!status) return;
  store.run(
    "INSERT INTO user_statuses (user_id, emoji, message, clear_at) VALUES (?, ?, ?, ?)",
    userId,
    status.emoji,
    status.message,
    status.clearAt,
  );
}
