import { z } from "zod";
import { idOrPath, openEnum, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

/** Levels of notification, from none to chosen ones. */
export const notificationLevels = [
  "disabled",
  "participating",
  "watch",
  "global",
  "mention",
  "custom",
] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

/** Events that the level `custom` chooses among. */
export const notificationEvents = [
  "new_note",
  "new_issue",
  "reopen_issue",
  "close_issue",
  "reassign_issue",
  "issue_due",
  "new_merge_request",
  "push_to_merge_request",
  "reopen_merge_request",
  "close_merge_request",
  "reassign_merge_request",
  "merge_merge_request",
  "failed_pipeline",
  "success_pipeline",
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** A user's notification settings (Notification settings). */
export const notificationSettings = record({
  level: openEnum(...notificationLevels),
  notification_email: z.string().nullish().describe("global settings"),
  events: z.record(z.string(), z.boolean().nullable()).optional().describe("at the level `custom`"),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

const events = Object.fromEntries(
  notificationEvents.map((event) => [event, z.boolean().optional()]),
) as Record<NotificationEvent, z.ZodOptional<z.ZodBoolean>>;
const settable = { level: z.enum(notificationLevels).optional(), ...events };

const reading = {
  method: "GET",
  auth: "token",
  response: json(notificationSettings),
  reads: ["notification_settings"],
} as const;
const updating = {
  method: "PUT",
  auth: "token",
  response: json(notificationSettings),
  changes: ["notification_settings"],
} as const;

export const getNotificationSettings = operation({
  ...reading,
  path: "/notification_settings",
  summary: "The caller's global notification settings",
});

export const updateNotificationSettings = operation({
  ...updating,
  path: "/notification_settings",
  summary: "Change the caller's global notification settings",
  body: { ...settable, notification_email: z.string().optional() },
});

export const getGroupNotificationSettings = operation({
  ...reading,
  path: "/groups/:id/notification_settings",
  summary: "The caller's notification settings of a group",
  params: { id: idOrPath },
});

export const updateGroupNotificationSettings = operation({
  ...updating,
  path: "/groups/:id/notification_settings",
  summary: "Change the caller's notification settings of a group",
  params: { id: idOrPath },
  body: settable,
});

export const getProjectNotificationSettings = operation({
  ...reading,
  path: "/projects/:id/notification_settings",
  summary: "The caller's notification settings of a project",
  params: { id: idOrPath },
});

export const updateProjectNotificationSettings = operation({
  ...updating,
  path: "/projects/:id/notification_settings",
  summary: "Change the caller's notification settings of a project",
  params: { id: idOrPath },
  body: settable,
});
