import { z } from "zod";
import { record, timestamp } from "./fields.ts";
import { json, none, operation } from "./operation.ts";

/** A system hook; its secret is never answered (Part B, System hook). */
export const systemHook = record({
  id: z.int(),
  url: z.string(),
  created_at: timestamp.nullish(),
  push_events: z.boolean().default(false),
  tag_push_events: z.boolean().default(false),
  merge_requests_events: z.boolean().default(false),
  repository_update_events: z.boolean().default(false),
  enable_ssl_verification: z.boolean().default(true),
});
export type SystemHook = z.output<typeof systemHook>;

const reads = ["hooks"] as const;

export const listHooks = operation({
  method: "GET",
  path: "/hooks",
  summary: "System hooks",
  auth: "admin",
  paged: "offset",
  response: json(z.array(systemHook)),
  reads,
});

export const createHook = operation({
  method: "POST",
  path: "/hooks",
  summary: "Add a system hook",
  auth: "admin",
  body: {
    url: z.url(),
    token: z.string().optional().describe("secret that signs what is delivered"),
    push_events: z.boolean().optional(),
    tag_push_events: z.boolean().optional(),
    merge_requests_events: z.boolean().optional(),
    repository_update_events: z.boolean().optional(),
    enable_ssl_verification: z.boolean().optional(),
  },
  response: json(systemHook),
  status: 201,
  changes: reads,
});

/** Fires the hook on services before 14.9: called only when the user presses Test (compat.md, Hook). */
export const testHook = operation({
  method: "GET",
  path: "/hooks/:id",
  summary: "Send a hook its sample payload",
  auth: "admin",
  params: { id: z.int() },
  response: json(
    record({
      project_id: z.int().optional(),
      owner_email: z.string().optional(),
      owner_name: z.string().optional(),
      name: z.string().optional(),
      path: z.string().optional(),
      event_name: z.string().optional(),
    }),
  ),
});

export const deleteHook = operation({
  method: "DELETE",
  path: "/hooks/:id",
  summary: "Delete a system hook",
  auth: "admin",
  params: { id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});
