import { GitFork, Pin, PinOff, Star } from "lucide-react";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { isPinned, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { NamespaceRow } from "./namespace-row.tsx";
import styles from "./project-list.module.css";
import { toRecentProject } from "./to-recent-project.ts";

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
