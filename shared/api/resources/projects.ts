import { z } from "zod";
import {
  customAttributes,
  idOrPath,
  longText,
  openEnum,
  record,
  secret,
  sort,
  timestamp,
  versioned,
} from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

export const visibility = z.enum(["private", "internal", "public"]);
export type Visibility = z.output<typeof visibility>;

const access = record({ access_level: z.int(), notification_level: z.int().nullish() })
  .nullable()
  .default(null);
const flag = z.boolean().optional();

/** A project; what follows `star_count` is left out of the simple form (Projects › Project). */
export const project = versioned(
  record({
    id: z.int(),
    description: z.string().nullable().default(null),
    default_branch: z.string().nullable().default(null).describe("null while the repository is empty"),
    ssh_url_to_repo: z.string().default(""),
    http_url_to_repo: z.string().default(""),
    web_url: z.string().default(""),
    readme_url: z.string().nullable().default(null),
    tag_list: z.array(z.string()).default([]),
    topics: z.array(z.string()).optional().describe("since 13.12, for `tag_list`"),
    name: z.string(),
    name_with_namespace: z.string(),
    path: z.string(),
    path_with_namespace: z.string(),
    created_at: timestamp.optional(),
    last_activity_at: timestamp.optional(),
    forks_count: z.int().default(0),
    avatar_url: z.string().nullable().default(null),
    star_count: z.int().default(0),
    visibility: openEnum("private", "internal", "public").optional(),
    owner: record({
      id: z.int(),
      name: z.string(),
      username: z.string().optional().describe("since 10.x, as the summary's others"),
      created_at: timestamp.nullish(),
    }).optional(),
    namespace: record({
      id: z.int(),
      name: z.string(),
      path: z.string(),
      kind: openEnum("group", "user"),
      full_path: z.string(),
    }).optional(),
    empty_repo: flag.describe("since 12.x"),
    archived: flag,
    issues_enabled: flag,
    merge_requests_enabled: flag,
    jobs_enabled: flag,
    wiki_enabled: flag,
    snippets_enabled: flag,
    container_registry_enabled: flag.nullable(),
    resolve_outdated_diff_discussions: flag.nullable(),
    open_issues_count: z.int().optional(),
    creator_id: z.int().nullish(),
    import_status: z.string().optional(),
    import_error: z.string().nullish(),
    shared_runners_enabled: flag,
    runners_token: secret().nullish(),
    public_jobs: flag,
    shared_with_groups: z
      .array(
        record({
          group_id: z.int(),
          group_name: z.string(),
          group_full_path: z.string().optional(),
          group_access_level: z.int(),
          expires_at: z.string().nullish(),
        }),
      )
      .optional(),
    only_allow_merge_if_pipeline_succeeds: flag,
    only_allow_merge_if_all_discussions_are_resolved: flag.nullable(),
    allow_merge_on_skipped_pipeline: flag.nullable().describe("since 13.9"),
    request_access_enabled: flag,
    merge_method: openEnum("merge", "rebase_merge", "ff").optional(),
    squash_option: openEnum("never", "always", "default_on", "default_off").optional().describe("since 13.9"),
    merge_commit_template: z.string().nullish().describe("since 14.5"),
    squash_commit_template: z.string().nullish().describe("since 14.6"),
    merge_trains_enabled: flag.nullable().describe("since 12.9, where the service has merge trains"),
    approvals_before_merge: z.int().nullish().describe("where the service has rules of approval"),
    permissions: record({ project_access: access, group_access: access }).optional(),
    license: record({ key: z.string(), name: z.string() }).nullish(),
    license_url: z.string().nullish(),
    forked_from_project: record({
      id: z.int(),
      name_with_namespace: z.string(),
      path_with_namespace: z.string(),
    }).nullish(),
    custom_attributes: customAttributes.optional().describe("administrators"),
    statistics: record({
      commit_count: z.int().optional(),
      storage_size: z.int(),
      repository_size: z.int(),
      lfs_objects_size: z.int(),
      job_artifacts_size: z.int(),
    }).optional(),
    _links: z.record(z.string(), z.string()).optional(),
  }),
  (raw) => (raw.tag_list === undefined && raw.topics ? { ...raw, tag_list: raw.topics } : raw),
);
export type Project = z.output<typeof project>;

const order = z
  .enum(["id", "name", "path", "created_at", "updated_at", "last_activity_at"])
  .optional()
  .describe("created_at where left out");

/** Filters that every list of projects shares. */
export const projectFilters = {
  archived: z.boolean().optional(),
  visibility: visibility.optional(),
  order_by: order,
  sort: sort.optional().describe("desc where left out"),
  search: z.string().optional(),
  simple: z.boolean().optional(),
  owned: z.boolean().optional(),
  starred: z.boolean().optional(),
  with_issues_enabled: z.boolean().optional().describe("only those with issues"),
  with_merge_requests_enabled: z.boolean().optional().describe("only those with merge requests"),
  with_custom_attributes: z.boolean().optional().describe("administrators"),
};

const listFilters = {
  ...projectFilters,
  membership: z.boolean().optional(),
  statistics: z.boolean().optional(),
  with_programming_language: z.string().optional(),
  min_access_level: z.int().optional(),
  custom_attributes: z.record(z.string(), z.string()).optional(),
  id_after: z.int().optional().describe("keyset pagination; since 12.x"),
  id_before: z.int().optional().describe("keyset pagination; since 12.x"),
};

export const listProjects = operation({
  method: "GET",
  path: "/projects",
  summary: "Projects that the caller may see",
  auth: "optional",
  paged: "offset",
  query: {
    ...listFilters,
    wiki_checksum_failed: z.boolean().optional(),
    repository_checksum_failed: z.boolean().optional(),
  },
  response: json(z.array(project)),
  reads: ["projects"],
});

export const listUserProjects = operation({
  method: "GET",
  path: "/users/:user_id/projects",
  summary: "Projects of a user",
  auth: "token",
  paged: "offset",
  params: { user_id: idOrPath },
  query: listFilters,
  response: json(z.array(project)),
  reads: ["projects"],
});

export const getProject = operation({
  method: "GET",
  path: "/projects/:id",
  summary: "One project",
  auth: "optional",
  params: { id: idOrPath },
  query: {
    statistics: z.boolean().optional(),
    license: z.boolean().optional(),
    with_custom_attributes: z.boolean().optional().describe("administrators"),
  },
  response: json(project),
  reads: ["projects"],
});

/** Not in the two documents. Services have many more settings. Name, path and visibility are for owners. */
export const updateProject = operation({
  method: "PUT",
  path: "/projects/:id",
  summary: "Change the settings of a project",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath },
  body: {
    name: z.string().min(1).max(255).optional(),
    path: z.string().min(1).max(255).optional().describe("changes the project's address"),
    description: longText().optional(),
    visibility: visibility.optional(),
    default_branch: z.string().min(1).optional(),
    issues_enabled: flag,
    merge_requests_enabled: flag,
    jobs_enabled: flag,
    wiki_enabled: flag,
    snippets_enabled: flag,
    merge_method: z.enum(["merge", "rebase_merge", "ff"]).optional(),
    squash_option: z.enum(["never", "always", "default_on", "default_off"]).optional().describe("since 13.9"),
    only_allow_merge_if_pipeline_succeeds: flag,
    allow_merge_on_skipped_pipeline: flag.describe("a skipped pipeline counts as passed; since 13.9"),
    only_allow_merge_if_all_discussions_are_resolved: flag,
    merge_trains_enabled: flag.describe("since 15.6, in the paid tiers"),
    approvals_before_merge: z.int().min(0).max(100).optional(),
    merge_commit_template: z.string().max(500).optional().describe("since 14.5; empty for the service's own"),
    squash_commit_template: z
      .string()
      .max(500)
      .optional()
      .describe("since 14.6; empty for the service's own"),
  },
  response: json(project),
  changes: ["projects", "merge_requests"],
  extension: "service",
});
