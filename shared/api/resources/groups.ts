import { z } from "zod";
import { customAttributes, idOrPath, openEnum, record, sort } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { project, projectFilters, visibility } from "./projects.ts";

/** A group (Groups › Group). */
export const group = record({
  id: z.int(),
  name: z.string(),
  path: z.string(),
  description: z.string().nullable().default(null),
  visibility: openEnum("private", "internal", "public").default("private"),
  lfs_enabled: z.boolean().nullish(),
  avatar_url: z.string().nullable().default(null),
  web_url: z.string().default(""),
  request_access_enabled: z.boolean().optional(),
  full_name: z.string(),
  full_path: z.string(),
  file_template_project_id: z.int().nullish(),
  parent_id: z.int().nullable().default(null),
  marked_for_deletion_on: z
    .string()
    .nullish()
    .describe("day on which its deletion was requested; since 12.6"),
  custom_attributes: customAttributes.optional().describe("administrators"),
  statistics: record({
    storage_size: z.int(),
    repository_size: z.int(),
    lfs_objects_size: z.int(),
    job_artifacts_size: z.int(),
  }).optional(),
});
export type Group = z.output<typeof group>;

/** A group with its projects. */
export const groupDetail = record({
  ...group.shape,
  projects: z.array(project).optional(),
  shared_projects: z.array(project).optional(),
});

const groupFilters = {
  skip_groups: z.array(z.int()).optional(),
  all_available: z
    .boolean()
    .optional()
    .describe("groups beside one's own; false, for administrators true where left out"),
  search: z.string().optional().describe("name or path"),
  order_by: z.enum(["name", "path", "id"]).optional().describe("name where left out"),
  sort: sort.optional().describe("asc where left out"),
  statistics: z.boolean().optional().describe("administrators"),
  with_custom_attributes: z.boolean().optional().describe("administrators"),
  owned: z.boolean().optional(),
  min_access_level: z.int().optional(),
  custom_attributes: z.record(z.string(), z.string()).optional(),
};

export const listGroups = operation({
  method: "GET",
  path: "/groups",
  summary: "Groups that the caller may see",
  auth: "optional",
  paged: "offset",
  query: { ...groupFilters, top_level_only: z.boolean().optional().describe("since 14.x") },
  response: json(z.array(group)),
  reads: ["groups"],
});

export const listSubgroups = operation({
  method: "GET",
  path: "/groups/:id/subgroups",
  summary: "Groups directly below a group",
  auth: "optional",
  paged: "offset",
  params: { id: idOrPath },
  query: groupFilters,
  response: json(z.array(group)),
  reads: ["groups"],
});

export const listGroupProjects = operation({
  method: "GET",
  path: "/groups/:id/projects",
  summary: "Projects of a group",
  auth: "optional",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    ...projectFilters,
    with_shared: z.boolean().optional().describe("true where left out"),
    with_issues_enabled: z.boolean().optional().describe("false where left out"),
    with_merge_requests_enabled: z.boolean().optional().describe("false where left out"),
    include_subgroups: z.boolean().optional().describe("false where left out"),
  },
  response: json(z.array(project)),
  reads: ["projects", "groups"],
});

export const getGroup = operation({
  method: "GET",
  path: "/groups/:id",
  summary: "One group",
  auth: "optional",
  params: { id: idOrPath },
  query: {
    with_custom_attributes: z.boolean().optional().describe("administrators"),
    with_projects: z.boolean().optional().describe("true where left out"),
  },
  response: json(groupDetail),
  reads: ["groups"],
});

const groupFields = {
  description: z.string().optional(),
  visibility: visibility.optional(),
  lfs_enabled: z.boolean().optional(),
  request_access_enabled: z.boolean().optional(),
};

export const createGroup = operation({
  method: "POST",
  path: "/groups",
  summary: "Create a group",
  auth: "token",
  body: {
    name: z.string().min(1),
    path: z.string().min(1),
    ...groupFields,
    parent_id: z.int().optional(),
  },
  response: json(group),
  status: 201,
  changes: ["groups"],
});

export const transferProject = operation({
  method: "POST",
  path: "/groups/:id/projects/:project_id",
  summary: "Move a project into a group",
  auth: "admin",
  params: { id: idOrPath, project_id: idOrPath },
  response: json(groupDetail),
  status: 201,
  changes: ["groups", "projects"],
});

export const updateGroup = operation({
  method: "PUT",
  path: "/groups/:id",
  summary: "Change a group",
  auth: "token",
  role: "owner",
  params: { id: idOrPath },
  body: {
    name: z.string().min(1).optional(),
    path: z.string().min(1).optional(),
    ...groupFields,
    file_template_project_id: z.int().optional(),
  },
  response: json(groupDetail),
  changes: ["groups"],
});

export const deleteGroup = operation({
  method: "DELETE",
  path: "/groups/:id",
  summary: "Delete a group with its projects",
  auth: "token",
  role: "owner",
  params: { id: idOrPath },
  response: none,
  status: 202,
  changes: ["groups", "projects"],
});
