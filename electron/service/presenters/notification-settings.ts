import { notificationEvents } from "../../../shared/api/resources/notification-settings.ts";
import type { StoredNotificationSettings } from "../store/users/notification-settings.ts";

/** Returns the settings of a group or project; the level `custom` alone lists its events, of which failed pipelines are on by default. */
export const toNotificationSettings = ({ level, events }: StoredNotificationSettings) => ({
  level,
  ...(level === "custom" && {
    events: Object.fromEntries(
      notificationEvents.map((event) => [event, events[event] ?? event === "failed_pipeline"]),
    ),
  }),
});

/** Returns the global settings, with the address that notifications go to. */
export const toGlobalNotificationSettings = (settings: StoredNotificationSettings, email: string) => ({
  ...toNotificationSettings(settings),
  notification_email: email,
});
