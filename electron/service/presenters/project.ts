import { accessParts, maySeeProject } from "../domain/access/access-level.ts";
import { notificationLevelNumber } from "../domain/people/notification-settings.ts";
import type { Context } from "../http/context.ts";
import { listCustomAttributes } from "../store/custom-attributes.ts";
import { findGroup } from "../store/groups/groups.ts";
import { listProjectShares } from "../store/projects/project-shares.ts";
import { countOf, findProject, type Project } from "../store/projects/projects.ts";
import type { NotificationScope } from "../store/users/notification-settings.ts";
import { findUser } from "../store/users/users.ts";

interface Namespace {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly kind: "group" | "user";
  readonly full_path: string;
  readonly full_name: string;
}

function namespaceOf(context: Context, project: Project): Namespace {
  const group = project.groupId === null ? null : findGroup(context.store, project.groupId);
  if (group) {
    return {
      id: group.id,
      name: group.name,
      path: group.path,
      kind: "group",
      full_path: group.fullPath,
      full_name: group.fullName,
    };
  }
  const user = findUser(context.store, project.userId ?? 0);
  const username = user?.username ?? "";
  return {
    id: user?.id ?? 0,
    name: user?.name ?? "",
    path: username,
    kind: "user",
    full_path: username,
    full_name: user?.name ?? "",
  };
}

/** Returns the form of a project in lists without a token and with `simple=true`. */
export function toSimpleProject(context: Context, project: Project) {
  const namespace = namespaceOf(context, project);
  const url = `${context.baseUrl}/${project.fullPath}`;
  const host = new URL(context.baseUrl);
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
    name_with_namespace: `${namespace.full_name} / ${project.name}`,
    path: project.path,
    path_with_namespace: project.fullPath,
    created_at: project.createdAt,
    last_activity_at: project.lastActivityAt,
    forks_count: countOf(context.store, project.id).forks,
    avatar_url: null,
    star_count: project.starCount,
  };
}

/** A project with all that the caller may know; custom attributes are for administrators. */
export function toProjectShape(
  context: Context,
  project: Project,
  show: { readonly with_custom_attributes?: boolean | undefined } = {},
) {
  const { full_name: _, ...namespace } = namespaceOf(context, project);
  const owner = project.userId === null ? null : findUser(context.store, project.userId);
  const { own, group } = accessParts(context.store, context.user, project);
  const level = (value: number, scope: NotificationScope) =>
    value > 0 && context.user
      ? {
          access_level: value,
          notification_level: notificationLevelNumber(context.store, context.user, scope),
        }
      : null;
  const api = `${context.baseUrl}/api/v4/projects/${project.id}`;
  return {
    ...toSimpleProject(context, project),
    topics: [...project.topics],
    visibility: project.visibility,
    ...(owner ? { owner: { id: owner.id, name: owner.name, created_at: owner.createdAt } } : {}),
    namespace,
    empty_repo: project.defaultBranch === null,
    archived: project.archived,
    issues_enabled: project.issuesEnabled,
    merge_requests_enabled: project.mergeRequestsEnabled,
    jobs_enabled: true,
    wiki_enabled: true,
    snippets_enabled: true,
    container_registry_enabled: false,
    resolve_outdated_diff_discussions: false,
    open_issues_count: countOf(context.store, project.id).openIssues,
    creator_id: project.creatorId,
    import_status: "none",
    import_error: null,
    shared_runners_enabled: true,
    public_jobs: true,
    shared_with_groups: listProjectShares(context.store, project.id).map((share) => ({
      group_id: share.groupId,
      group_name: share.groupName,
      group_full_path: share.groupFullPath,
      group_access_level: share.accessLevel,
      expires_at: share.expiresAt,
    })),
    ...forkedFrom(context, project),
    ...(show.with_custom_attributes && context.user?.isAdmin
      ? { custom_attributes: listCustomAttributes(context.store, { kind: "project", id: project.id }) }
      : {}),
    only_allow_merge_if_pipeline_succeeds: false,
    only_allow_merge_if_all_discussions_are_resolved: false,
    request_access_enabled: true,
    merge_method: "merge",
    permissions: {
      project_access: level(own, { projectId: project.id }),
      group_access: project.groupId === null ? null : level(group, { groupId: project.groupId }),
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

/** The project that one was forked from, where the caller may see it. */
function forkedFrom(context: Context, { forkedFromId }: Project) {
  const source = forkedFromId === null ? null : findProject(context.store, forkedFromId);
  if (!source || !maySeeProject(context.store, context.user, source)) return {};
  return { forked_from_project: toSimpleProject(context, source) };
}
