import { notificationEvents } from "../../../shared/api/resources/notification-settings.ts";
import { notificationEmailOf, sendsEvent } from "../domain/people/notification-settings.ts";
import type { StoredNotificationSettings } from "../store/users/notification-settings.ts";
import type { User } from "../store/users/users.ts";

/** Returns the settings of a group or project; the level `custom` alone lists its events. */
export const toNotificationSettings = (settings: StoredNotificationSettings) => ({
  level: settings.level,
  ...(settings.level === "custom" && {
    events: Object.fromEntries(notificationEvents.map((event) => [event, sendsEvent(settings, event)])),
  }),
});

/** Returns the global settings, with the address that notifications go to. */
export const toGlobalNotificationSettings = (user: User, settings: StoredNotificationSettings) => ({
  ...toNotificationSettings(settings),
  notification_email: notificationEmailOf(user, settings),
});
