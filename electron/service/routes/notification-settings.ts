import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "../../../shared/api/resources/notification-settings.ts";
import {
  changeNotificationSettings,
  notificationSettingsOf,
} from "../domain/people/notification-settings.ts";
import type { Context } from "../http/context.ts";
import { unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { toGlobalNotificationSettings, toNotificationSettings } from "../presenters/notification-settings.ts";
import type { User } from "../store/users/users.ts";

function requireUser({ user }: Context): User {
  if (!user) throw unauthorized();
  return user;
}

const groupScope = (context: Context, id: string | number) => ({ groupId: context.group(id).id });
const projectScope = (context: Context, id: string | number) => ({ projectId: context.project(id).id });

export const notificationSettingsRoutes = [
  implement(getNotificationSettings, (_input, context) => {
    const user = requireUser(context);
    return toGlobalNotificationSettings(user, notificationSettingsOf(context.store, user, "global"));
  }),
  implement(updateNotificationSettings, (input, context) => {
    const user = requireUser(context);
    return toGlobalNotificationSettings(
      user,
      changeNotificationSettings(context.store, user, "global", input),
    );
  }),
  implement(getGroupNotificationSettings, ({ id }, context) =>
    toNotificationSettings(
      notificationSettingsOf(context.store, requireUser(context), groupScope(context, id)),
    ),
  ),
  implement(updateGroupNotificationSettings, ({ id, ...change }, context) =>
    toNotificationSettings(
      changeNotificationSettings(context.store, requireUser(context), groupScope(context, id), change),
    ),
  ),
  implement(getProjectNotificationSettings, ({ id }, context) =>
    toNotificationSettings(
      notificationSettingsOf(context.store, requireUser(context), projectScope(context, id)),
    ),
  ),
  implement(updateProjectNotificationSettings, ({ id, ...change }, context) =>
    toNotificationSettings(
      changeNotificationSettings(context.store, requireUser(context), projectScope(context, id), change),
    ),
  ),
];
