import { GitFork, Pin, PinOff, Star } from "lucide-react";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { isPinned, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./project-list.module.css";
import { toRecentProject } from "./to-recent-project.ts";
import { Visibility } from "./visibility.tsx";

/** Pixels of a row. */
export const projectRowHeight = 64;

/** One project of a list. */
export function ProjectRow({ account, project }: { readonly account: string; readonly project: Project }) {
  const place = toRecentProject(account, project);
  const pinned = useRecentProjects((state) => isPinned(state.pinned, place));
  return (
    <div className={styles.row}>
      <Avatar name={project.name} size={32} square />
      <div className={styles.rowText}>
        <div className={styles.rowTitle}>
          <AppLink href={hrefs.project(account, project.path_with_namespace)} className={styles.name}>
            <span className={styles.namespace}>{place.namespace} / </span>
            {project.name}
          </AppLink>
          <Visibility value={project.visibility} />
          {project.archived ? <Badge tone="warning">Archived</Badge> : null}
        </div>
        <div className={styles.description}>{project.description}</div>
      </div>
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
        onClick={() => togglePin(place)}
      />
    </div>
  );
}
