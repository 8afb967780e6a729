import { Pin, PinOff } from "lucide-react";
import { memo } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isPinned, type RecentProject, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./sidebar.module.css";

const recentShown = 6;

/** The pinned and the recent projects of an account. */
export const SidebarProjects = memo(function SidebarProjects({
  account,
}: {
  readonly account: string | undefined;
}) {
  const { pinned, recent } = useRecentProjects();
  const mine = (project: RecentProject) => project.account === account;
  const shownPins = pinned.filter(mine);
  const shownRecent = recent
    .filter((project) => mine(project) && !isPinned(pinned, project))
    .slice(0, recentShown);
  return (
    <>
      <ProjectList title="Pinned" projects={shownPins} pinned />
      <ProjectList title="Recent" projects={shownRecent} />
    </>
  );
});

interface ProjectListProps {
  readonly title: string;
  readonly projects: readonly RecentProject[];
  readonly pinned?: boolean;
}

function ProjectList({ title, projects, pinned = false }: ProjectListProps) {
  if (projects.length === 0) return null;
  return (
    <section aria-label={`${title} projects, sidebar`}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {projects.map((project) => (
          <li key={project.path} className={styles.project}>
            <AppLink
              href={hrefs.project(project.account, project.path)}
              className={styles.link}
              title={project.path}
            >
              <Avatar name={project.name} size={18} square />
              <span className={styles.text}>{project.name}</span>
            </AppLink>
            <span className={styles.pin}>
              <IconButton
                label={pinned ? `Unpin ${project.name}` : `Pin ${project.name}`}
                icon={pinned ? PinOff : Pin}
                size="s"
                tooltipSide="right"
                onClick={() => togglePin(project)}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
