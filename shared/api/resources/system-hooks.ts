import { z } from "zod";
import { openEnum, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/** A system hook; its secret is never returned (System hooks › System hook). */
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
    token: z
      .string()
      .optional()
      .describe("sent with each delivery, so that the receiver knows who calls; never returned"),
    push_events: z.boolean().optional(),
    tag_push_events: z.boolean().optional(),
    merge_requests_events: z.boolean().optional(),
    repository_update_events: z.boolean().optional(),
    enable_ssl_verification: z.boolean().optional().describe("true unless given"),
  },
  response: json(systemHook),
  status: 201,
  changes: reads,
});

/** The test's payload where the service sent one; the hook itself since 14.9, which sends nothing (docs/compatibility.md, 15). */
const tested = record({
  project_id: z.int().optional(),
  owner_email: z.string().optional(),
  owner_name: z.string().optional(),
  name: z.string().optional(),
  path: z.string().optional(),
  event_name: z.string().optional(),
});

/** Fires the hook on services before 14.9: called only when the user clicks Test (docs/compatibility.md, 15). */
export const testHook = operation({
  method: "GET",
  path: "/hooks/:id",
  summary: "Send a hook its sample payload",
  auth: "admin",
  params: { id: z.int() },
  response: json(tested),
  changes: reads,
  isAction: true,
});

/** The same on services since 14.9, whose `GET` only reads. */
export const triggerHook = operation({
  method: "POST",
  path: "/hooks/:id",
  summary: "Send a hook its sample payload, on newer services",
  auth: "admin",
  params: { id: z.int() },
  response: json(tested),
  status: 201,
  changes: reads,
  extension: "service",
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

const textByName = z.record(z.string(), z.string()).default({});

/** A request to a hook and its response. The fields from `created_at` on are the local service's own. */
export const hookEvent = record({
  id: z.int(),
  url: z.string().default(""),
  trigger: z.string().default(""),
  request_headers: textByName,
  request_data: record({}).default({}),
  response_headers: textByName,
  response_body: z.string().nullish(),
  execution_duration: z.number().nullish().describe("seconds"),
  response_status: z
    .union([z.string(), z.int()])
    .nullish()
    .transform((status) => (status === null || status === undefined ? null : String(status))),
  created_at: timestamp.nullish(),
  state: openEnum("pending", "delivered", "failed").nullish(),
  next_attempt_at: timestamp.nullish(),
  attempts: z
    .array(
      record({
        at: timestamp,
        duration: z.number().describe("seconds"),
        status: z.int().nullable(),
        error: z.string().nullable(),
      }),
    )
    .optional(),
});
export type HookEvent = z.output<typeof hookEvent>;

const ofHook = { auth: "admin", extension: "service" } as const;

export const listHookEvents = operation({
  ...ofHook,
  method: "GET",
  path: "/hooks/:id/events",
  summary: "Last deliveries to a hook, newest first",
  paged: "offset",
  params: { id: z.int() },
  response: json(z.array(hookEvent)),
  reads,
});

export const resendHookEvent = operation({
  ...ofHook,
  method: "POST",
  path: "/hooks/:id/events/:event_id/resend",
  summary: "Resend a delivery to a hook",
  params: { id: z.int(), event_id: z.int() },
  response: json(record({ response_status: z.union([z.string(), z.int()]).nullish() })),
  status: 201,
  changes: reads,
});
