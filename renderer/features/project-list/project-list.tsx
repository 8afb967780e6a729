import { FolderGit2, GitFork, Globe, Lock, Pin, PinOff, Shield, Star } from "lucide-react";
import type { ReactNode } from "react";
import type { Project } from "../../../shared/api/resources/projects.ts";
import type { OperationPages } from "../../api/use-operation.ts";
import { isPinned, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { EmptyState, type EmptyStateProps } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink, useGo } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { PagedList } from "../paged-list/list-states.tsx";
import styles from "./project-list.module.css";
import { toRecentProject } from "./to-recent-project.ts";

interface ProjectListProps {
  readonly account: string;
  readonly list: OperationPages<Project[]>;
  /** Filters and order of the list. */
  readonly search: object;
  /** Shown instead of an empty list. */
  readonly empty: Omit<EmptyStateProps, "icon">;
}

/** A list of projects in each of its states. */
export function ProjectList({ account, list, search, empty }: ProjectListProps) {
  const go = useGo();
  return (
    <PagedList
      label="Projects"
      mark={32}
      list={list}
      items={list.items}
      scope={JSON.stringify(search)}
      empty={<EmptyState icon={FolderGit2} {...empty} />}
      rowHeight={projectRowHeight}
      itemKey={({ id }) => id}
      renderItem={(project) => <ProjectRow account={account} project={project} />}
      onOpen={(project) => go(hrefs.project(account, project.path_with_namespace))}
    />
  );
}

/** Pixels of a row. */
export const projectRowHeight = 64;

/** One project of a list. */
export function ProjectRow({ account, project }: { readonly account: string; readonly project: Project }) {
  const recent = toRecentProject(account, project);
  const pinned = useRecentProjects((state) => isPinned(state.pinned, recent));
  return (
    <NamespaceRow
      name={project.name}
      href={hrefs.project(account, project.path_with_namespace)}
      namespace={recent.namespace}
      visibility={project.visibility}
      description={project.description}
      badges={project.archived ? <Badge tone="warning">Archived</Badge> : null}
    >
      <div className={styles.topics}>
        {project.tag_list.slice(0, 3).map((topic) => (
          <Badge key={topic}>{topic}</Badge>
        ))}
      </div>
      <span className={styles.count} title={`${project.star_count} stars`}>
        <Icon of={Star} size={14} /> {project.star_count}
      </span>
      <span className={styles.count} title={`${project.forks_count} forks`}>
        <Icon of={GitFork} size={14} /> {project.forks_count}
      </span>
      <span className={styles.when}>
        {project.last_activity_at ? <RelativeTime time={project.last_activity_at} /> : null}
      </span>
      <IconButton
        label={pinned ? `Unpin ${project.name}` : `Pin ${project.name}`}
        icon={pinned ? PinOff : Pin}
        size="s"
        onClick={() => togglePin(recent)}
      />
    </NamespaceRow>
  );
}

interface NamespaceRowProps {
  readonly name: string;
  readonly href: string;
  /** Name of the group or user above; empty at the top. */
  readonly namespace: string;
  readonly visibility: string | undefined;
  readonly description: ReactNode;
  /** After the visibility. */
  readonly badges?: ReactNode;
  /** At the end of the row. */
  readonly children?: ReactNode;
}

/** A row of a list of projects or groups. */
export function NamespaceRow(props: NamespaceRowProps) {
  const { name, href, namespace, visibility, description, badges, children } = props;
  return (
    <div className={cx(layout.row, styles.row)}>
      <Avatar name={name} size={32} square />
      <div className={layout.rowText}>
        <div className={layout.line}>
          <AppLink href={href} className={layout.title}>
            {namespace ? (
              <span className={layout.secondary}>
                <span className={styles.namespace}>{namespace}</span> /{" "}
              </span>
            ) : null}
            {name}
          </AppLink>
          <VisibilityLabel value={visibility} folds />
          {badges}
        </div>
        <div className={cx(layout.ellipsis, layout.muted)}>{description}</div>
      </div>
      {children}
    </div>
  );
}

const looks = {
  private: { icon: Lock, label: "Private", title: "Only those who were given access" },
  internal: { icon: Shield, label: "Internal", title: "Everyone who is signed in to the service" },
  public: { icon: Globe, label: "Public", title: "Everyone" },
} as const;

interface VisibilityLabelProps {
  readonly value: string | undefined;
  /** Whether a narrow window has only the mark. */
  readonly folds?: boolean;
}

/** Visibility of a project or group, as a word with its mark. */
export function VisibilityLabel({ value, folds = false }: VisibilityLabelProps) {
  const look = looks[value as keyof typeof looks];
  if (!look) return null;
  return (
    <Badge icon={look.icon} title={look.title} folds={folds}>
      {look.label}
    </Badge>
  );
}
