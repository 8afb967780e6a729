import {
  type NotificationEvent,
  type NotificationLevel,
  notificationEvents,
} from "../../../../shared/api/resources/notification-settings.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  findNotificationSettings,
  type NotificationScope,
  putNotificationSettings,
  type StoredNotificationSettings,
} from "../../store/users/notification-settings.ts";
import type { User } from "../../store/users/users.ts";
import { invalidFields } from "../refusal.ts";

/** Changes by a caller; what is left out stays as it is. */
interface NotificationChange extends Partial<Readonly<Record<NotificationEvent, boolean | undefined>>> {
  readonly level?: NotificationLevel;
  readonly notification_email?: string;
}

/**
 * Returns a user's settings of a scope. Groups and projects start at `global`, which inherits from the group above and
 * at last from the global settings; those start at `participating`.
 */
export function notificationSettingsOf(
  store: ServiceStore,
  user: User,
  scope: NotificationScope,
): StoredNotificationSettings {
  return (
    findNotificationSettings(store, user.id, scope) ?? {
      level: scope === "global" ? "participating" : "global",
      events: {},
      email: null,
    }
  );
}

/** Returns the address that a user's notifications go to: the chosen one while it is the user's, else the primary. */
export const notificationEmailOf = (user: User, { email }: StoredNotificationSettings): string =>
  email !== null && isOwnEmail(user, email) ? email : user.email;

const isOwnEmail = (user: User, email: string): boolean => user.email.toLowerCase() === email.toLowerCase();

/** Changes a user's settings of a scope and returns them. Throws `invalidFields` when the address is not the user's. */
export function changeNotificationSettings(
  store: ServiceStore,
  user: User,
  scope: NotificationScope,
  change: NotificationChange,
): StoredNotificationSettings {
  const email = change.notification_email;
  if (email && !isOwnEmail(user, email)) {
    throw invalidFields({ notification_email: ["is not an email you own"] });
  }
  const known = notificationSettingsOf(store, user, scope);
  const chosen = notificationEvents.flatMap((event) =>
    change[event] === undefined ? [] : [[event, change[event]] as const],
  );
  const settings = {
    level: change.level ?? known.level,
    events: { ...known.events, ...Object.fromEntries(chosen) },
    email: email === undefined ? known.email : email || null,
  };
  putNotificationSettings(store, user.id, scope, settings);
  return settings;
}

/** Levels as the permissions of a project count them. */
const levelNumbers: Readonly<Record<NotificationLevel, number>> = {
  disabled: 0,
  participating: 1,
  watch: 2,
  global: 3,
  mention: 4,
  custom: 5,
};

/** Returns a user's level of a scope as the number that the permissions of a project carry. */
export const notificationLevelNumber = (store: ServiceStore, user: User, scope: NotificationScope): number =>
  levelNumbers[notificationSettingsOf(store, user, scope).level];
