import { z } from "zod";
import {
  type NotificationEvent,
  notificationEvents,
  notificationLevels,
} from "../../../../shared/api/resources/notification-settings.ts";
import { textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

/** Scope of a user's settings: one group, one project, or everything else. */
export type NotificationScope = "global" | { readonly groupId: number } | { readonly projectId: number };

/** Events that a user chose, on or off; the others follow the default. */
const chosenEvents = z.partialRecord(z.enum(notificationEvents), z.boolean());

const rowShape = z
  .object({
    level: z.enum(notificationLevels),
    events: z.string().transform((json) => chosenEvents.parse(JSON.parse(json))),
    email: textOrNull,
  })
  .readonly();

/** A user's stored settings of one scope. */
export type StoredNotificationSettings = Omit<z.output<typeof rowShape>, "events"> & {
  readonly events: Readonly<Partial<Record<NotificationEvent, boolean>>>;
};

const idsOf = (scope: NotificationScope): [group: number | null, project: number | null] =>
  scope === "global" ? [null, null] : "groupId" in scope ? [scope.groupId, null] : [null, scope.projectId];

/** Returns what a user stored for a scope, null when nothing was. */
export function findNotificationSettings(
  store: Store,
  userId: number,
  scope: NotificationScope,
): StoredNotificationSettings | null {
  const row = store.get(
    `SELECT level, events, email FROM notification_settings
     WHERE user_id = ? AND group_id IS ? AND project_id IS ?`,
    userId,
    ...idsOf(scope),
  );
  return row ? rowShape.parse(row) : null;
}

/** Replaces what a user stored for a scope. */
export function putNotificationSettings(
  store: Store,
  userId: number,
  scope: NotificationScope,
  { level, events, email }: StoredNotificationSettings,
): void {
  const [groupId, projectId] = idsOf(scope);
  // NULL is distinct in a unique key, so that ON CONFLICT would not find the row.
  store.transaction(() => {
    store.run(
      "DELETE FROM notification_settings WHERE user_id = ? AND group_id IS ? AND project_id IS ?",
      userId,
      groupId,
      projectId,
    );
    store.run(
      `INSERT INTO notification_settings (user_id, group_id, project_id, level, events, email)
       VALUES (?, ?, ?, ?, ?, ?)`,
      userId,
      groupId,
      projectId,
      level,
      JSON.stringify(events),
      email,
    );
  });
}
