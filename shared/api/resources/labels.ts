import { z } from "zod";
import { idOrPath, longText, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/* Not in the documents; where a service lacks them, views fall back to the names that they have seen. */

const label = record({
  id: z.int(),
  name: z.string(),
  color: z.string().default("#6699cc"),
  text_color: z.string().optional(),
  description: z.string().nullish(),
  priority: z.int().nullish().describe("a project's own order, 0 first; null for none"),
  is_project_label: z.boolean().optional().describe("false for one of a group; since 12.4"),
  open_issues_count: z.int().optional().describe("with `with_counts`, as the two below"),
  closed_issues_count: z.int().optional(),
  open_merge_requests_count: z.int().optional(),
});
export type Label = z.output<typeof label>;

const ofProject = "/projects/:id/labels";
const ofGroup = "/groups/:id/labels";
const list = { id: idOrPath };
const one = {
  ...list,
  label_id: z.union([z.int().positive(), z.string().min(1)]).describe("integer id or name"),
};
const counted = z.boolean().optional().describe("with the numbers of open issues and merge requests");
const listQuery = {
  search: z.string().optional(),
  with_counts: counted.describe("since 12.4, before that always"),
  include_ancestor_groups: z.boolean().optional().describe("true where left out; since 12.2"),
};
const color = z.string().min(1).max(30).describe("`#` and three or six hexadecimal digits");
const description = longText().optional();
const priority = z.int().min(0).nullable().optional().describe("null for none");

const read = { method: "GET", auth: "optional", extension: "service", reads: ["labels"] } as const;
const write = {
  auth: "token",
  role: "reporter",
  extension: "service",
  changes: ["labels", "merge_requests"],
} as const;

export const listLabels = operation({
  ...read,
  path: ofProject,
  summary: "Labels of a project and of its groups, by name",
  paged: "offset",
  params: list,
  query: listQuery,
  response: json(z.array(label)),
});

export const getLabel = operation({
  ...read,
  path: `${ofProject}/:label_id`,
  summary: "One label of a project; since 12.4",
  params: one,
  response: json(label),
});

export const createLabel = operation({
  ...write,
  method: "POST",
  path: ofProject,
  summary: "Create a label in a project",
  params: list,
  body: { name: z.string().min(1).max(255), color, description, priority },
  response: json(label),
  status: 201,
});

export const updateLabel = operation({
  ...write,
  method: "PUT",
  path: `${ofProject}/:label_id`,
  summary: "Change a label of a project; since 12.4",
  params: one,
  body: { new_name: z.string().min(1).max(255).optional(), color: color.optional(), description, priority },
  response: json(label),
});

export const deleteLabel = operation({
  ...write,
  method: "DELETE",
  path: `${ofProject}/:label_id`,
  summary: "Delete a label of a project; since 12.4",
  params: one,
  response: none,
  status: 204,
});

/** Labels of the same name in the group's other projects become part of it. */
export const promoteLabel = operation({
  ...write,
  method: "PUT",
  path: `${ofProject}/:label_id/promote`,
  summary: "Make a label of a project one of its group; since 12.4",
  params: one,
  response: json(label),
});

export const listGroupLabels = operation({
  ...read,
  path: ofGroup,
  summary: "Labels of a group and of the groups above it, by name; since 11.8",
  paged: "offset",
  params: list,
  query: listQuery,
  response: json(z.array(label)),
});

export const getGroupLabel = operation({
  ...read,
  path: `${ofGroup}/:label_id`,
  summary: "One label of a group; since 12.4",
  params: one,
  response: json(label),
});

export const createGroupLabel = operation({
  ...write,
  method: "POST",
  path: ofGroup,
  summary: "Create a label in a group; since 11.8",
  params: list,
  body: { name: z.string().min(1).max(255), color, description },
  response: json(label),
  status: 201,
});

export const updateGroupLabel = operation({
  ...write,
  method: "PUT",
  path: `${ofGroup}/:label_id`,
  summary: "Change a label of a group; since 12.4",
  params: one,
  body: { new_name: z.string().min(1).max(255).optional(), color: color.optional(), description },
  response: json(label),
});

export const deleteGroupLabel = operation({
  ...write,
  method: "DELETE",
  path: `${ofGroup}/:label_id`,
  summary: "Delete a label of a group; since 12.4",
  params: one,
  response: none,
  status: 204,
});
