import { z } from "zod";
import { openEnum, record, timestamp } from "../contract/fields.ts";

/** A user as other records embed it (Users › User summary). */
export const userSummary = record({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  state: openEnum("active", "blocked").default("active"),
  avatar_url: z.string().nullable().default(null),
  web_url: z.string().default(""),
  created_at: timestamp.nullish(),
  email: z.string().optional(),
  bio: z.string().nullish(),
  location: z.string().nullish(),
});
export type UserSummary = z.output<typeof userSummary>;

/** A user with all fields that any caller may see; the optional ones depend on the caller (Users › User). */
export const user = record({
  ...userSummary.shape,
  public_email: z.string().nullish(),
  skype: z.string().nullish(),
  linkedin: z.string().nullish(),
  twitter: z.string().nullish(),
  website_url: z.string().nullish(),
  organization: z.string().nullish(),
  email: z.string().optional().describe("administrators and the user"),
  is_admin: z.boolean().optional(),
  last_sign_in_at: timestamp.nullish(),
  confirmed_at: timestamp.nullish(),
  theme_id: z.int().nullish(),
  last_activity_on: z.string().nullish(),
  color_scheme_id: z.int().nullish(),
  projects_limit: z.int().nullish(),
  current_sign_in_at: timestamp.nullish(),
  identities: z.array(record({ provider: z.string(), extern_uid: z.string().nullish() })).optional(),
  can_create_group: z.boolean().optional(),
  can_create_project: z.boolean().optional(),
  two_factor_enabled: z.boolean().optional(),
  external: z.boolean().optional(),
  private_profile: z.boolean().nullish(),
  highest_role: z.int().optional(),
  custom_attributes: z
    .array(record({ key: z.string(), value: z.string() }))
    .optional()
    .describe("administrators, where requested"),
});
export type User = z.output<typeof user>;

export const userStatus = record({
  emoji: z.string().nullable().default(null),
  message: z.string().nullable().default(null),
  message_html: z.string().nullable().default(null),
  clear_status_at: timestamp.nullish().describe("since 13.x"),
});

/** Spans after which a status may end by itself. */
export const statusSpans = [
  "30_minutes",
  "3_hours",
  "8_hours",
  "1_day",
  "3_days",
  "7_days",
  "30_days",
] as const;
