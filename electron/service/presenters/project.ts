import type { CustomAttributes } from "../domain/access/visible-attributes.ts";
import type {
  AccessDetails,
  ProjectDetails,
  SimpleProjectDetails,
} from "../domain/projects/describe-project.ts";
import type { findLicense } from "../domain/projects/project-license.ts";
import type { Links } from "../http/implement.ts";
import type { Project } from "../store/projects/projects.ts";
import { toUserSummary } from "./user.ts";

function toNamespace({ group, owner }: SimpleProjectDetails) {
  const path = group?.fullPath ?? owner?.username ?? "";
  return {
    id: group?.id ?? owner?.id ?? 0,
    name: group?.name ?? owner?.name ?? "",
    path: group?.path ?? path,
    kind: group ? "group" : "user",
    full_path: path,
  };
}

/** Returns the form of a project in lists without a token and with `simple=true`. */
export function toSimpleProject(links: Links, { project, group, owner, forks }: SimpleProjectDetails) {
  const url = `${links.baseUrl}/${project.fullPath}`;
  const host = new URL(links.baseUrl);
  return {
    id: project.id,
    description: project.description,
    default_branch: project.defaultBranch,
    ssh_url_to_repo: `git@${host.hostname}:${project.fullPath}.git`,
    http_url_to_repo: `${url}.git`,
    web_url: url,
    readme_url: project.defaultBranch === null ? null : `${url}/-/blob/${project.defaultBranch}/README.md`,
    tag_list: [...project.topics],
    name: project.name,
    name_with_namespace: `${group?.fullName ?? owner?.name ?? ""} / ${project.name}`,
    path: project.path,
    path_with_namespace: project.fullPath,
    created_at: project.createdAt,
    last_activity_at: project.lastActivityAt,
    forks_count: forks,
    avatar_url: null,
    star_count: project.starCount,
  };
}

const toAccess = (access: AccessDetails | null) =>
  access && { access_level: access.level, notification_level: access.notificationLevel };

/** Returns a project with everything that the caller may see. */
export function toProjectShape(links: Links, details: ProjectDetails) {
  const { project, owner, forkedFrom } = details;
  const api = `${links.baseUrl}/api/v4/projects/${project.id}`;
  return {
    ...toSimpleProject(links, details),
    topics: [...project.topics],
    visibility: project.visibility,
    owner: owner ? { ...toUserSummary(links, owner), created_at: owner.createdAt } : undefined,
    namespace: toNamespace(details),
    empty_repo: project.defaultBranch === null,
    archived: project.archived,
    issues_enabled: project.issuesEnabled,
    merge_requests_enabled: project.mergeRequestsEnabled,
    jobs_enabled: project.jobsEnabled,
    wiki_enabled: project.wikiEnabled,
    snippets_enabled: project.snippetsEnabled,
    container_registry_enabled: false,
    resolve_outdated_diff_discussions: false,
    open_issues_count: details.openIssues,
    creator_id: project.creatorId,
    import_status: project.importStatus,
    import_error: project.importError,
    shared_runners_enabled: true,
    public_jobs: true,
    shared_with_groups: details.shares.map((share) => ({
      group_id: share.groupId,
      group_name: share.groupName,
      group_full_path: share.groupFullPath,
      group_access_level: share.accessLevel,
      expires_at: share.expiresAt,
    })),
    forked_from_project: forkedFrom ? toSimpleProject(links, forkedFrom) : undefined,
    ...toCustomAttributes(details.attributes),
    only_allow_merge_if_pipeline_succeeds: project.needsPipeline,
    allow_merge_on_skipped_pipeline: project.takesSkippedPipeline,
    only_allow_merge_if_all_discussions_are_resolved: project.needsResolvedThreads,
    merge_trains_enabled: project.mergeTrainsEnabled,
    approvals_before_merge: project.approvalsRequired,
    merge_commit_template: project.mergeTemplate,
    squash_commit_template: project.squashTemplate,
    request_access_enabled: true,
    merge_method: project.mergeMethod,
    squash_option: project.squashOption,
    permissions: {
      project_access: toAccess(details.projectAccess),
      group_access: toAccess(details.groupAccess),
    },
    _links: {
      self: api,
      issues: `${api}/issues`,
      merge_requests: `${api}/merge_requests`,
      repo_branches: `${api}/repository/branches`,
      labels: `${api}/labels`,
      events: `${api}/events`,
      members: `${api}/members`,
    },
  };
}

/** Returns the field of custom attributes; none where they are not shown. */
export const toCustomAttributes = (attributes: CustomAttributes | null) =>
  attributes ? { custom_attributes: attributes } : {};

/** Returns the two fields of a project that name its license. */
export function toLicense(links: Links, project: Project, license: Awaited<ReturnType<typeof findLicense>>) {
  if (!license) return { license: null, license_url: null };
  const { key, name, path } = license;
  return {
    license: {
      key,
      name,
      nickname: null,
      html_url: `https://choosealicense.com/licenses/${key}/`,
      source_url: null,
    },
    license_url: `${links.baseUrl}/${project.fullPath}/-/blob/${project.defaultBranch}/${encodeURIComponent(path)}`,
  };
}
