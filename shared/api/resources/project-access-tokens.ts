import { z } from "zod";
import { idOrPath, record, secret, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/** An access token of a project, which acts as a user of its own. Not in the two documents. */
const accessToken = record({
  id: z.int(),
  name: z.string(),
  description: z.string().nullish(),
  scopes: z.array(z.string()).default([]),
  access_level: z.int().nullish(),
  active: z.boolean().default(true),
  revoked: z.boolean().default(false),
  user_id: z.int().optional(),
  created_at: timestamp.nullish(),
  last_used_at: timestamp.nullish(),
  expires_at: z.string().nullable().default(null).describe("ISO date"),
});
export type ProjectAccessToken = z.output<typeof accessToken>;

/** A new token, whose text is shown this once. */
const newToken = record({ ...accessToken.shape, token: secret() });

const inProject = { id: idOrPath };
const one = { ...inProject, token_id: z.int() };
const expiry = z.iso.date().optional().describe("first day on which it is no longer accepted");
const shared = { auth: "token", role: "maintainer", extension: "service" } as const;

export const listProjectAccessTokens = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/access_tokens",
  summary: "Access tokens of a project",
  paged: "offset",
  params: inProject,
  response: json(z.array(accessToken)),
  reads: ["access_tokens"],
});

export const getProjectAccessToken = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/access_tokens/:token_id",
  summary: "One access token",
  params: one,
  response: json(accessToken),
  reads: ["access_tokens"],
});

export const createProjectAccessToken = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/access_tokens",
  summary: "Add an access token; its text is returned this once",
  params: inProject,
  body: {
    name: z.string().min(1).max(255),
    description: z.string().max(255).optional(),
    scopes: z.array(z.string()).min(1),
    access_level: z.int().optional().describe("40 where left out"),
    expires_at: expiry,
  },
  response: json(newToken),
  status: 201,
  changes: ["access_tokens", "members"],
});

export const rotateProjectAccessToken = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/access_tokens/:token_id/rotate",
  summary: "Replace an access token by a new one with the same rights",
  params: one,
  body: { expires_at: expiry },
  response: json(newToken),
  changes: ["access_tokens"],
});

export const revokeProjectAccessToken = operation({
  ...shared,
  method: "DELETE",
  path: "/projects/:id/access_tokens/:token_id",
  summary: "Revoke an access token",
  params: one,
  response: none,
  status: 204,
  changes: ["access_tokens", "members"],
});
