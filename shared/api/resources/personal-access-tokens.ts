import { z } from "zod";
import { record, timestamp } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

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
      scopes: z.array(z.string()).nullable().default(null),
      active: z.boolean().default(true),
      revoked: z.boolean().default(false),
      user_id: z.int().optional(),
      created_at: timestamp.optional(),
      last_used_at: timestamp.nullish(),
      expires_at: z.string().nullable().default(null).describe("ISO date"),
    }),
  ),
  reads: ["users"],
  extension: "service",
});
