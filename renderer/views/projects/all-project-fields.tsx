import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { getProject, type Project } from "../../../shared/api/resources/projects.ts";
import { getUser } from "../../../shared/api/resources/users.ts";
import type { Optional } from "../../../shared/optional.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { RevealButton } from "../../ui/buttons/reveal-button.tsx";
import { CopyableText, FieldList, onOff } from "../../ui/lists/field-list.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./projects.module.css";

interface ProjectDetailsProps {
  readonly account: string;
  readonly project: Project;
}

/** All fields of a project, collapsed at first: storage is counted only when they are opened. */
export function AllProjectFields({ account, project }: ProjectDetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="project-details">
      <h2 id="project-details" className={styles.title}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className={open ? styles.opened : styles.chevron} aria-hidden>
            <Icon of={ChevronRight} size={14} />
          </span>
          Details
        </button>
      </h2>
      {open ? <Content account={account} project={project} /> : null}
    </section>
  );
}

function Content({ account, project: { path_with_namespace: path } }: ProjectDetailsProps) {
  const read = useOperation(getProject, {
    id: path,
    statistics: true,
    license: true,
    with_custom_attributes: true,
  });
  const project = read.data;
  if (!project) {
    return read.error ? (
      <ErrorState compact {...describeProblem(read.error)} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton lines={6} label="Loading details" />
    );
  }
  const parts = [
    { title: "Access", fields: accessFields(project) },
    { title: "Merging", fields: mergeFields(project) },
    { title: "Features", fields: featureFields(project) },
    { title: "Storage", fields: storageFields(project) },
    { title: "Origin", fields: originFields(account, project) },
    {
      title: "Custom attributes",
      fields: (project.custom_attributes ?? []).map(({ key, value }) => ({ name: key, value })),
    },
  ];
  return (
    <div className={styles.parts}>
      {parts
        .filter(({ fields }) => fields.some(({ value }) => value !== null && value !== undefined))
        .map(({ title, fields }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.part}>{title}</h3>
            <FieldList fields={fields} />
          </section>
        ))}
      <SharedGroups account={account} project={project} />
      {project.runners_token ? (
        <section aria-label="Runners">
          <h3 className={styles.part}>Runners</h3>
          <RunnersToken token={project.runners_token} />
        </section>
      ) : null}
    </div>
  );
}

function SharedGroups({ account, project }: ProjectDetailsProps) {
  const groups = project.shared_with_groups ?? [];
  if (groups.length === 0) return null;
  return (
    <section aria-label="Shared with groups">
      <h3 className={styles.part}>Shared with groups</h3>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.group_id}>
            {group.group_full_path ? (
              <AppLink href={hrefs.group(account, group.group_full_path)}>{group.group_name}</AppLink>
            ) : (
              group.group_name
            )}{" "}
            <span className={layout.muted}>
              {roleNames[group.group_access_level] ?? `Level ${group.group_access_level}`}
              {group.expires_at ? `, until ${group.expires_at}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The token that registers runners for a project: hidden until it is revealed. Only maintainers get it from the
 * service.
 */
function RunnersToken({ token }: { readonly token: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={cx(flow.clusterTight, styles.token)}>
      <span className={layout.muted}>Registration token</span>
      <code>{shown ? token : "••••••••••••"}</code>
      <RevealButton what="the registration token" isShown={shown} onChange={setShown} />
      <CopyButton text={token} label="Copy the registration token" />
    </div>
  );
}

/** Names of access levels. */
const roleNames: Readonly<Record<number, string>> = {
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

interface Access extends Optional<{ notification_level: number | null }> {
  readonly access_level: number;
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

const accessFields = (project: Project) => [
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

const requirements = [
  { field: "only_allow_merge_if_pipeline_succeeds", label: "Pipelines must succeed" },
  { field: "allow_merge_on_skipped_pipeline", label: "Skipped pipelines count as passed" },
  { field: "only_allow_merge_if_all_discussions_are_resolved", label: "Threads must be resolved" },
  { field: "merge_trains_enabled", label: "Merge trains" },
] as const;

const mergeFields = (project: Project) => [
  {
    name: "Method",
    value: project.merge_method ? (mergeMethods[project.merge_method] ?? project.merge_method) : null,
  },
  ...requirements.map(({ field, label }) => ({ name: label, value: onOff(project[field]) })),
  { name: "Resolve outdated threads", value: onOff(project.resolve_outdated_diff_discussions) },
];

const featureFields = (project: Project) => [
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

function storageFields({ statistics }: Project) {
  if (!statistics) return [];
  return [
    { name: "Commits", value: statistics.commit_count?.toLocaleString() },
    { name: "Total", value: formatBytes(statistics.storage_size) },
    { name: "Repository", value: formatBytes(statistics.repository_size) },
    { name: "LFS objects", value: formatBytes(statistics.lfs_objects_size) },
    { name: "Job artifacts", value: formatBytes(statistics.job_artifacts_size) },
  ];
}

function originFields(account: string, project: Project) {
  const source = project.forked_from_project;
  return [
    { name: "ID", value: <CopyableText text={String(project.id)} /> },
    {
      name: "Namespace",
      value: project.namespace ? <Namespace account={account} project={project} /> : null,
    },
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
