import { z } from "zod";
import { idOrPath, openEnum, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { hookEvent } from "./system-hooks.ts";

/** Kinds of events that a webhook of a project can be switched on for, as services name them. */
export const hookTriggers = [
  "push_events",
  "tag_push_events",
  "merge_requests_events",
  "note_events",
  "confidential_note_events",
  "issues_events",
  "confidential_issues_events",
  "job_events",
  "pipeline_events",
  "wiki_page_events",
  "releases_events",
] as const;
export type HookTrigger = (typeof hookTriggers)[number];

/** Readings of `push_events_branch_filter`: as a pattern with `*`, as a regular expression of RE2, or not at all. */
export const branchFilterStrategies = ["wildcard", "regex", "all_branches"] as const;
export type BranchFilterStrategy = (typeof branchFilterStrategies)[number];

const sent = z.boolean().default(false);

/** A webhook of a project; its secret is never returned. Not in the two documents. */
const projectHook = record({
  id: z.int(),
  url: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  project_id: z.int().nullish(),
  created_at: timestamp.nullish(),
  push_events: sent,
  push_events_branch_filter: z.string().nullish().describe("branches whose pushes are sent"),
  branch_filter_strategy: openEnum(...branchFilterStrategies)
    .nullish()
    .describe("absent where a service has patterns alone"),
  tag_push_events: sent,
  merge_requests_events: sent,
  note_events: sent,
  confidential_note_events: sent.nullable(),
  issues_events: sent,
  confidential_issues_events: sent.nullable(),
  job_events: sent,
  pipeline_events: sent,
  wiki_page_events: sent,
  releases_events: sent.nullable(),
  enable_ssl_verification: z.boolean().default(true),
});
export type ProjectHook = z.output<typeof projectHook>;

const inProject = { id: idOrPath };
const one = { ...inProject, hook_id: z.int() };
const shared = { auth: "token", role: "maintainer", extension: "service" } as const;
const sends = z.boolean().optional();
const fields = {
  token: z
    .string()
    .optional()
    .describe("sent with each delivery, so that the receiver knows who calls; never returned"),
  name: z.string().max(255).optional(),
  description: z.string().max(2048).optional(),
  push_events: sends.describe("true unless given"),
  push_events_branch_filter: z.string().max(1000).optional().describe("all branches where it is empty"),
  branch_filter_strategy: z.enum(branchFilterStrategies).optional().describe("`wildcard` unless given"),
  tag_push_events: sends,
  merge_requests_events: sends,
  note_events: sends,
  confidential_note_events: sends,
  issues_events: sends,
  confidential_issues_events: sends,
  job_events: sends,
  pipeline_events: sends,
  wiki_page_events: sends,
  releases_events: sends,
  enable_ssl_verification: sends.describe("true unless given"),
};

export const listProjectHooks = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/hooks",
  summary: "Webhooks of a project",
  paged: "offset",
  params: inProject,
  response: json(z.array(projectHook)),
  reads: ["hooks"],
});

export const getProjectHook = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/hooks/:hook_id",
  summary: "One webhook",
  params: one,
  response: json(projectHook),
  reads: ["hooks"],
});

export const createProjectHook = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/hooks",
  summary: "Add a webhook",
  params: inProject,
  body: { url: z.url(), ...fields },
  response: json(projectHook),
  status: 201,
  changes: ["hooks"],
});

export const updateProjectHook = operation({
  ...shared,
  method: "PUT",
  path: "/projects/:id/hooks/:hook_id",
  summary: "Change a webhook; a token that is left out stays",
  params: one,
  body: { url: z.url(), ...fields },
  response: json(projectHook),
  changes: ["hooks"],
});

export const deleteProjectHook = operation({
  ...shared,
  method: "DELETE",
  path: "/projects/:id/hooks/:hook_id",
  summary: "Delete a webhook",
  params: one,
  response: none,
  status: 204,
  changes: ["hooks"],
});

export const testProjectHook = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/hooks/:hook_id/test/:trigger",
  summary: "Send a webhook an event of the newest thing of its kind",
  params: { ...one, trigger: z.enum(hookTriggers) },
  // A message alone.
  response: none,
  status: 201,
  changes: ["hooks"],
});

export const listProjectHookEvents = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/hooks/:hook_id/events",
  summary: "Last deliveries to a webhook, newest first",
  paged: "offset",
  params: one,
  response: json(z.array(hookEvent)),
  reads: ["hooks"],
});

export const resendProjectHookEvent = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/hooks/:hook_id/events/:event_id/resend",
  summary: "Resend a delivery to a webhook",
  params: { ...one, event_id: z.int() },
  response: json(record({ response_status: z.union([z.string(), z.int()]).nullish() })),
  status: 201,
  changes: ["hooks"],
});
