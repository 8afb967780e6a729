import { z } from "zod";
import { openEnum, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/* Not in the documents, but every service with `/api/v4` has them. Where they are missing, the inbox is computed from lists. */

/** Reasons for a to-do. */
export const todoActions = [
  "assigned",
  "mentioned",
  "build_failed",
  "marked",
  "approval_required",
  "unmergeable",
  "directly_addressed",
  "merge_train_removed",
  "review_requested",
  "member_access_requested",
  "review_submitted",
] as const;

/** Target of a to-do: a merge request, or with fewer of these fields something else. */
const todoTarget = record({
  iid: z.int().optional(),
  project_id: z.int().optional(),
  title: z.string().default(""),
  state: z.string().optional(),
  draft: z.boolean().optional(),
  sha: z.string().nullish(),
  author: userSummary.nullish(),
  updated_at: timestamp.optional(),
  web_url: z.string().default(""),
});

/** A to-do of the caller (To-dos). */
const todo = record({
  id: z.int(),
  project: record({
    id: z.int(),
    name: z.string().optional(),
    name_with_namespace: z.string().optional(),
    path: z.string().optional(),
    path_with_namespace: z.string(),
  })
    .nullish()
    .describe("null for a to-do of a group"),
  author: userSummary.nullish(),
  action_name: openEnum(...todoActions),
  target_type: openEnum("MergeRequest", "Issue", "Commit", "Epic"),
  target: todoTarget.nullish(),
  target_url: z.string().default(""),
  body: z.string().default("").describe("text of the comment, else the title"),
  state: openEnum("pending", "done"),
  created_at: timestamp,
  updated_at: timestamp.optional(),
});
export type Todo = z.output<typeof todo>;

export const listTodos = operation({
  method: "GET",
  path: "/todos",
  summary: "To-dos of the caller, newest first",
  auth: "token",
  extension: "service",
  paged: "offset",
  query: {
    action: z.enum(todoActions).optional(),
    author_id: z.int().optional(),
    project_id: z.int().optional(),
    group_id: z.int().optional(),
    state: z.enum(["pending", "done"]).optional().describe("`pending` where left out"),
    type: z.string().optional().describe("such as `MergeRequest`"),
  },
  response: json(z.array(todo)),
  reads: ["todos", "merge_requests", "issues", "notes"],
});

export const markTodoDone = operation({
  method: "POST",
  path: "/todos/:id/mark_as_done",
  summary: "Mark a to-do as done",
  auth: "token",
  extension: "service",
  params: { id: z.int() },
  response: json(todo),
  status: 201,
  changes: ["todos"],
});

export const markAllTodosDone = operation({
  method: "POST",
  path: "/todos/mark_as_done",
  summary: "Mark every pending to-do as done",
  auth: "token",
  extension: "service",
  response: none,
  status: 204,
  changes: ["todos"],
});
