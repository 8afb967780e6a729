import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { getProject, type Project } from "../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { FieldList } from "../../ui/field-list.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  accessFields,
  featureFields,
  mergeFields,
  originFields,
  roleNames,
  storageFields,
} from "./detail-fields.tsx";
import styles from "./project-details.module.css";
import { RunnersToken } from "./runners-token.tsx";

interface ProjectDetailsProps {
  readonly account: string;
  readonly project: Project;
}

/** All fields of a project, collapsed at first: storage is counted only when they are opened. */
export function ProjectDetails({ account, project }: ProjectDetailsProps) {
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
