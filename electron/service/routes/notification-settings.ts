import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "../../../shared/api/resources/notification-settings.ts";
import { requireGroup, requireProject } from "../domain/access/require-project.ts";
import { requireCaller } from "../domain/access/require-user.ts";
import {
  changeNotificationSettings,
  notificationEmailOf,
  notificationSettingsOf,
} from "../domain/people/notification-settings.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { toGlobalNotificationSettings, toNotificationSettings } from "../presenters/notification-settings.ts";

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
