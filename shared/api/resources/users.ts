import { z } from "zod";
import { idOrPath, sort, timestamp } from "../contract/fields.ts";
import { file, json, none, operation } from "../contract/operation.ts";
import { statusSpans, user, userStatus } from "./user-shapes.ts";

/** An identity is a name at a provider: one without the other names nobody. */
function unpaired(input: Readonly<Record<string, unknown>>) {
  if ((input.extern_uid === undefined) === (input.provider === undefined)) return null;
  const field = input.extern_uid === undefined ? "extern_uid" : "provider";
  return { field, message: "Provide extern_uid and provider together" };
}

export const listUsers = operation({
  method: "GET",
  path: "/users",
  summary: "Users of the service",
  rule: unpaired,
  auth: "token",
  scope: "read_user",
  paged: "offset",
  query: {
    search: z.string().optional().describe("name or primary email"),
    username: z.string().optional(),
    active: z.literal(true).optional(),
    blocked: z.literal(true).optional(),
    extern_uid: z.string().optional(),
    provider: z.string().optional(),
    external: z.literal(true).optional(),
    created_before: timestamp.optional(),
    created_after: timestamp.optional(),
    custom_attributes: z.record(z.string(), z.string()).optional(),
    with_custom_attributes: z.boolean().optional(),
    order_by: z
      .enum(["id", "name", "username", "created_at", "updated_at"])
      .optional()
      .describe("administrators; id where left out"),
    sort: sort.optional().describe("administrators; desc where left out"),
    two_factor: z.enum(["enabled", "disabled"]).optional().describe("administrators"),
  },
  response: json(z.array(user)),
  reads: ["users"],
});

export const getUser = operation({
  method: "GET",
  path: "/users/:id",
  summary: "One user",
  auth: "token",
  scope: "read_user",
  params: { id: z.int() },
  query: { with_custom_attributes: z.boolean().optional() },
  response: json(user),
  reads: ["users"],
});

const profile = {
  skype: z.string().optional(),
  linkedin: z.string().optional(),
  twitter: z.string().optional(),
  website_url: z.string().optional(),
  organization: z.string().optional(),
  projects_limit: z.int().optional(),
  extern_uid: z.string().optional(),
  provider: z.string().optional(),
  bio: z.string().optional(),
  location: z.string().optional(),
  public_email: z.string().optional(),
  admin: z.boolean().optional(),
  can_create_group: z.boolean().optional(),
  external: z.boolean().optional(),
  avatar: file.optional(),
  private_profile: z.boolean().optional(),
};

export const createUser = operation({
  method: "POST",
  path: "/users",
  summary: "Create a user",
  rule: ({ password, reset_password: reset, ...input }) =>
    password === undefined && reset !== true
      ? { field: "password", message: "Provide a password, or set reset_password" }
      : unpaired(input),
  auth: "admin",
  encoding: "multipart",
  body: {
    email: z.string().min(1),
    username: z.string().min(1),
    name: z.string().min(1),
    password: z.string().optional().describe("required unless `reset_password`"),
    reset_password: z.boolean().optional().describe("takes priority over `password`; false where left out"),
    ...profile,
    admin: z.boolean().optional().describe("false where left out"),
    external: z.boolean().optional().describe("false where left out"),
    skip_confirmation: z.boolean().optional().describe("false where left out"),
  },
  response: json(user),
  status: 201,
  changes: ["users"],
});

export const updateUser = operation({
  method: "PUT",
  path: "/users/:id",
  summary: "Change a user",
  rule: unpaired,
  auth: "admin",
  encoding: "multipart",
  params: { id: z.int() },
  body: {
    email: z.string().optional(),
    username: z.string().optional(),
    name: z.string().optional(),
    password: z.string().optional(),
    ...profile,
    skip_reconfirmation: z.boolean().optional().describe("false where left out"),
  },
  response: json(user),
  changes: ["users"],
});

export const deleteUser = operation({
  method: "DELETE",
  path: "/users/:id",
  summary: "Delete a user",
  auth: "admin",
  params: { id: z.int() },
  query: { hard_delete: z.boolean().optional().describe("delete contributions and solely owned groups too") },
  response: none,
  status: 204,
  changes: ["users"],
});

export const getCurrentUser = operation({
  method: "GET",
  path: "/user",
  summary: "The user that the token belongs to",
  auth: "token",
  scope: "read_user",
  query: { sudo: idOrPath.optional().describe("administrators: act as this user") },
  response: json(user),
  reads: ["users"],
});

export const getCurrentUserStatus = operation({
  method: "GET",
  path: "/user/status",
  summary: "The caller's status",
  auth: "token",
  scope: "read_user",
  response: json(userStatus),
  reads: ["user_status"],
});

export const getUserStatus = operation({
  method: "GET",
  path: "/users/:id_or_username/status",
  summary: "A user's status",
  auth: "token",
  scope: "read_user",
  params: { id_or_username: idOrPath },
  response: json(userStatus),
  reads: ["user_status"],
});

export const setUserStatus = operation({
  method: "PUT",
  path: "/user/status",
  summary: "Set or clear the caller's status",
  auth: "token",
  body: {
    emoji: z.string().optional().describe("speech_balloon where left out"),
    message: z.string().optional(),
    clear_status_after: z.enum(statusSpans).optional().describe("since 13.x; never where left out"),
  },
  response: json(userStatus),
  changes: ["user_status"],
});
