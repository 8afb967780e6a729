import { z } from "zod";
import { idOrPath, longText } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { issue } from "./issue-shapes.ts";
import { mergeRequest, milestone } from "./merge-request-shapes.ts";

/* Not in the documents; where a service lacks them, views fall back to the names that they have seen. */

export type Milestone = z.output<typeof milestone>;

const ofProject = "/projects/:id/milestones";
const ofGroup = "/groups/:id/milestones";
const list = { id: idOrPath };
const one = { ...list, milestone_id: z.int().describe("id in the service, not its number") };
const listQuery = {
  iids: z.array(z.int()).optional().describe("numbers in the project or group"),
  state: z.enum(["active", "closed"]).optional(),
  search: z.string().optional(),
  include_ancestors: z.boolean().optional().describe("those of the groups above, too; since 16.7"),
};
const day = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d)?$/, "Expected a day such as 2026-11-30, or nothing")
  .optional()
  .describe("`YYYY-MM-DD`, empty for none");
const fields = { description: longText().optional(), start_date: day, due_date: day };
const changes = {
  ...fields,
  title: z.string().min(1).max(255).optional(),
  state_event: z.enum(["close", "activate"]).optional(),
};

const read = { method: "GET", auth: "optional", extension: "service" } as const;
const write = {
  auth: "token",
  role: "reporter",
  extension: "service",
  changes: ["milestones", "merge_requests", "issues"],
} as const;

export const listMilestones = operation({
  ...read,
  path: ofProject,
  summary: "Milestones of a project, the nearest first",
  paged: "offset",
  params: list,
  query: listQuery,
  response: json(z.array(milestone)),
  reads: ["milestones"],
});

export const getMilestone = operation({
  ...read,
  path: `${ofProject}/:milestone_id`,
  summary: "One milestone of a project",
  params: one,
  response: json(milestone),
  reads: ["milestones"],
});

export const listMilestoneIssues = operation({
  ...read,
  auth: "token",
  path: `${ofProject}/:milestone_id/issues`,
  summary: "Issues of a project's milestone, newest first",
  paged: "offset",
  params: one,
  response: json(z.array(issue)),
  reads: ["issues"],
});

export const listMilestoneMergeRequests = operation({
  ...read,
  auth: "token",
  path: `${ofProject}/:milestone_id/merge_requests`,
  summary: "Merge requests of a project's milestone, newest first; since 8.16",
  paged: "offset",
  params: one,
  response: json(z.array(mergeRequest)),
  reads: ["merge_requests"],
});

export const createMilestone = operation({
  ...write,
  method: "POST",
  path: ofProject,
  summary: "Create a milestone in a project",
  params: list,
  body: { title: z.string().min(1).max(255), ...fields },
  response: json(milestone),
  status: 201,
});

export const updateMilestone = operation({
  ...write,
  method: "PUT",
  path: `${ofProject}/:milestone_id`,
  summary: "Change a milestone of a project, close or activate it",
  params: one,
  body: changes,
  response: json(milestone),
});

export const deleteMilestone = operation({
  ...write,
  method: "DELETE",
  path: `${ofProject}/:milestone_id`,
  summary: "Delete a milestone of a project; since 10.x",
  params: one,
  response: none,
  status: 204,
});

/** Milestones of the same title in the group's other projects become part of it. */
export const promoteMilestone = operation({
  ...write,
  method: "POST",
  path: `${ofProject}/:milestone_id/promote`,
  summary: "Make a milestone of a project one of its group; since 11.9",
  params: one,
  response: none,
  status: 200,
});

export const listGroupMilestones = operation({
  ...read,
  path: ofGroup,
  summary: "Milestones of a group, the nearest first; since 9.5",
  paged: "offset",
  params: list,
  query: listQuery,
  response: json(z.array(milestone)),
  reads: ["milestones"],
});

export const getGroupMilestone = operation({
  ...read,
  path: `${ofGroup}/:milestone_id`,
  summary: "One milestone of a group; since 9.5",
  params: one,
  response: json(milestone),
  reads: ["milestones"],
});

export const listGroupMilestoneIssues = operation({
  ...read,
  auth: "token",
  path: `${ofGroup}/:milestone_id/issues`,
  summary: "Issues of a group's milestone, newest first; since 9.5",
  paged: "offset",
  params: one,
  response: json(z.array(issue)),
  reads: ["issues"],
});

export const listGroupMilestoneMergeRequests = operation({
  ...read,
  auth: "token",
  path: `${ofGroup}/:milestone_id/merge_requests`,
  summary: "Merge requests of a group's milestone, newest first; since 9.5",
  paged: "offset",
  params: one,
  response: json(z.array(mergeRequest)),
  reads: ["merge_requests"],
});

export const createGroupMilestone = operation({
  ...write,
  method: "POST",
  path: ofGroup,
  summary: "Create a milestone in a group; since 9.5",
  params: list,
  body: { title: z.string().min(1).max(255), ...fields },
  response: json(milestone),
  status: 201,
});

export const updateGroupMilestone = operation({
  ...write,
  method: "PUT",
  path: `${ofGroup}/:milestone_id`,
  summary: "Change a milestone of a group, close or activate it; since 9.5",
  params: one,
  body: changes,
  response: json(milestone),
});

export const deleteGroupMilestone = operation({
  ...write,
  method: "DELETE",
  path: `${ofGroup}/:milestone_id`,
  summary: "Delete a milestone of a group; since 9.5",
  params: one,
  response: none,
  status: 204,
});
