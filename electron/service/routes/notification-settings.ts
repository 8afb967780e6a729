import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  notificationEvents,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "../../../shared/api/resources/notification-settings.ts";
import { requireCaller, requireGroup, requireProject } from "../domain/access/require-access.ts";
import {
  changeNotificationSettings,
  notificationEmailOf,
  notificationSettingsOf,
} from "../domain/people/notification-settings.ts";
import { type Context, implement } from "../http/implement.ts";
import type { StoredNotificationSettings } from "../store/users/notification-settings.ts";

const groupScope = (context: Context, id: string | number) => ({ groupId: requireGroup(context, id).id });
const projectScope = (context: Context, id: string | number) => ({
  projectId: requireProject(context, id).id,
});

export const notificationSettingsRoutes = [
  implement(getNotificationSettings, (_input, context) => {
    const user = requireCaller(context);
    const settings = notificationSettingsOf(context.store, user, "global");
    return toGlobalNotificationSettings(settings, notificationEmailOf(user, settings));
  }),
  implement(updateNotificationSettings, (input, context) => {
    const user = requireCaller(context);
    const settings = changeNotificationSettings(context.store, user, "global", input);
    return toGlobalNotificationSettings(settings, notificationEmailOf(user, settings));
  }),
  implement(getGroupNotificationSettings, ({ id }, context) =>
    toNotificationSettings(
      notificationSettingsOf(context.store, requireCaller(context), groupScope(context, id)),
    ),
  ),
  implement(updateGroupNotificationSettings, ({ id, ...change }, context) =>
    toNotificationSettings(
      changeNotificationSettings(context.store, requireCaller(context), groupScope(context, id), change),
    ),
  ),
  implement(getProjectNotificationSettings, ({ id }, context) =>
    toNotificationSettings(
      notificationSettingsOf(context.store, requireCaller(context), projectScope(context, id)),
    ),
  ),
  implement(updateProjectNotificationSettings, ({ id, ...change }, context) =>
    toNotificationSettings(
      changeNotificationSettings(context.store, requireCaller(context), projectScope(context, id), change),
    ),
  ),
];

/** Returns the settings of a group or project; the level `custom` alone lists its events, of which failed pipelines are on by default. */
const toNotificationSettings = ({ level, events }: StoredNotificationSettings) => ({
  level,
  events:
    level === "custom"
      ? Object.fromEntries(
          notificationEvents.map((event) => [event, events[event] ?? event === "failed_pipeline"]),
        )
      : undefined,
});

/** Returns the global settings, with the address that notifications go to. */
const toGlobalNotificationSettings = (settings: StoredNotificationSettings, email: string) => ({
  ...toNotificationSettings(settings),
  notification_email: email,
});
