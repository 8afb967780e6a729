import { z } from "zod";
import { record, secret, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/** A public SSH key (SSH keys › SSH key). */
export const sshKey = record({
  id: z.int(),
  title: z.string(),
  key: secret(),
  created_at: timestamp.optional(),
  expires_at: timestamp.nullish().describe("since 12.9"),
});
export type SshKey = z.output<typeof sshKey>;

const fields = {
  title: z.string().describe("the key's comment where it is empty"),
  key: z.string().min(1).describe("public key, as in a `.pub` file"),
  expires_at: timestamp.optional().describe("since 12.9"),
};
const reads = ["keys"] as const;

export const listKeys = operation({
  method: "GET",
  path: "/user/keys",
  summary: "The caller's SSH keys",
  auth: "token",
  scope: "read_user",
  paged: "offset",
  response: json(z.array(sshKey)),
  reads,
});

export const listUserKeys = operation({
  method: "GET",
  path: "/users/:id/keys",
  summary: "A user's SSH keys",
  auth: "token",
  scope: "read_user",
  paged: "offset",
  params: { id: z.int() },
  response: json(z.array(sshKey)),
  reads,
});

export const getCurrentUserKey = operation({
  method: "GET",
  path: "/user/keys/:key_id",
  summary: "One of the caller's SSH keys",
  auth: "token",
  scope: "read_user",
  params: { key_id: z.int() },
  response: json(sshKey),
  reads,
});

export const createKey = operation({
  method: "POST",
  path: "/user/keys",
  summary: "Add an SSH key for the caller",
  auth: "token",
  body: fields,
  response: json(sshKey),
  status: 201,
  changes: reads,
});

export const createUserKey = operation({
  method: "POST",
  path: "/users/:id/keys",
  summary: "Add an SSH key for a user",
  auth: "admin",
  params: { id: z.int() },
  body: fields,
  response: json(sshKey),
  status: 201,
  changes: reads,
});

export const deleteKey = operation({
  method: "DELETE",
  path: "/user/keys/:key_id",
  summary: "Delete one of the caller's SSH keys",
  auth: "token",
  params: { key_id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});

export const deleteUserKey = operation({
  method: "DELETE",
  path: "/users/:id/keys/:key_id",
  summary: "Delete a user's SSH key",
  auth: "admin",
  params: { id: z.int(), key_id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});
