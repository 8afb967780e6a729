import type { Project } from "../../../shared/api/resources/projects.ts";
import { getUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { CopyableText, onOff } from "../../ui/field-list.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** Names of access levels. */
export const roleNames: Readonly<Record<number, string>> = {
  0: "None",
  5: "Minimal access",
  10: "Guest",
  20: "Reporter",
  30: "Developer",
  40: "Maintainer",
  50: "Owner",
};

const notifications: Readonly<Record<number, string>> = {
  0: "disabled",
  1: "participating",
  2: "watch",
  3: "global",
  4: "on mention",
  5: "custom",
};

interface Access {
  readonly access_level: number;
  readonly notification_level?: number | null | undefined;
}

/** A role, with the notification level where it differs from the global one. */
function roleText(access: Access | null | undefined): string | null {
  if (access === undefined) return null;
  if (access === null) return "None";
  const role = roleNames[access.access_level] ?? `Level ${access.access_level}`;
  const level = access.notification_level;
  return level === null || level === undefined || level === 3
    ? role
    : `${role}, notifications: ${notifications[level] ?? level}`;
}

export const accessFields = (project: Project) => [
  { name: "Your role", value: roleText(project.permissions?.project_access) },
  { name: "Role from group", value: roleText(project.permissions?.group_access) },
  { name: "Access requests", value: onOff(project.request_access_enabled) },
  { name: "Public jobs", value: onOff(project.public_jobs) },
];

const mergeMethods: Readonly<Record<string, string>> = {
  merge: "Merge commit",
  rebase_merge: "Merge commit, only when fast-forward is possible",
  ff: "Fast-forward only",
};

export const mergeFields = (project: Project) => [
  {
    name: "Method",
    value: project.merge_method ? (mergeMethods[project.merge_method] ?? project.merge_method) : null,
  },
  { name: "Pipelines must succeed", value: onOff(project.only_allow_merge_if_pipeline_succeeds) },
  {
    name: "Threads must be resolved",
    value: onOff(project.only_allow_merge_if_all_discussions_are_resolved),
  },
  { name: "Resolve outdated threads", value: onOff(project.resolve_outdated_diff_discussions) },
];

export const featureFields = (project: Project) => [
  {
    name: "Issues",
    value: project.issues_enabled
      ? `On, ${(project.open_issues_count ?? 0).toLocaleString()} open`
      : onOff(project.issues_enabled),
  },
  { name: "Merge requests", value: onOff(project.merge_requests_enabled) },
  { name: "CI jobs", value: onOff(project.jobs_enabled) },
  { name: "Wiki", value: onOff(project.wiki_enabled) },
  { name: "Snippets", value: onOff(project.snippets_enabled) },
  { name: "Container registry", value: onOff(project.container_registry_enabled) },
  { name: "Shared runners", value: onOff(project.shared_runners_enabled) },
];

export function storageFields({ statistics }: Project) {
  if (!statistics) return [];
  return [
    { name: "Commits", value: statistics.commit_count?.toLocaleString() },
    { name: "Total", value: formatBytes(statistics.storage_size) },
    { name: "Repository", value: formatBytes(statistics.repository_size) },
    { name: "LFS objects", value: formatBytes(statistics.lfs_objects_size) },
    { name: "Job artifacts", value: formatBytes(statistics.job_artifacts_size) },
  ];
}

export function originFields(account: string, project: Project) {
  const source = project.forked_from_project;
  return [
    { name: "ID", value: <CopyableText text={String(project.id)} /> },
    { name: "Namespace", value: project.namespace ? <Namespace {...{ account, project }} /> : null },
    { name: "Owner", value: project.owner?.name },
    { name: "Created by", value: project.creator_id ? <Creator id={project.creator_id} /> : null },
    {
      name: "Forked from",
      value: source ? (
        <AppLink href={hrefs.project(account, source.path_with_namespace)}>
          {source.path_with_namespace}
        </AppLink>
      ) : null,
    },
    { name: "License", value: project.license?.name },
    {
      name: "Last activity",
      value: project.last_activity_at ? <RelativeTime time={project.last_activity_at} /> : null,
    },
    {
      name: "Import",
      value:
        project.import_status && project.import_status !== "none"
          ? [project.import_status, project.import_error].filter(Boolean).join(": ")
          : null,
    },
    { name: "Web address", value: project.web_url ? <CopyableText text={project.web_url} /> : null },
  ];
}

function Namespace({ account, project }: { readonly account: string; readonly project: Project }) {
  const { namespace } = project;
  if (namespace?.kind !== "group") return namespace?.name;
  return <AppLink href={hrefs.group(account, namespace.full_path)}>{namespace.full_path}</AppLink>;
}

function Creator({ id }: { readonly id: number }) {
  const user = useOperation(getUser, { id }, { staleTime: 60_000 });
  return user.data ? user.data.name : `User ${id}`;
}
