import { z } from "zod";
import { record, timestamp } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

export const version = record({ version: z.string(), revision: z.string().default("") });

export const getVersion = operation({
  method: "GET",
  path: "/version",
  summary: "Version of the service",
  auth: "token",
  scope: "read_user",
  response: json(version),
  reads: ["version"],
  extension: "service",
});

export const getMetadata = operation({
  method: "GET",
  path: "/metadata",
  summary: "Version of the service, in services since 15.2",
  auth: "token",
  scope: "read_user",
  response: json(record({ ...version.shape, enterprise: z.boolean().optional() })),
  reads: ["version"],
  extension: "service",
});

export const getTokenSelf = operation({
  method: "GET",
  path: "/personal_access_tokens/self",
  summary: "What the token may do and when it ends, in services since 15.5",
  auth: "token",
  scope: "read_user",
  response: json(
    record({
      id: z.int(),
      name: z.string(),
      scopes: z.array(z.string()).default([]),
      active: z.boolean().default(true),
      revoked: z.boolean().default(false),
      user_id: z.int().optional(),
      created_at: timestamp.optional(),
      expires_at: z.string().nullable().default(null).describe("ISO date"),
    }),
  ),
  reads: ["users"],
  extension: "service",
});
