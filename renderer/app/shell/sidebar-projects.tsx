import { Pin, PinOff } from "lucide-react";
import { memo, useRef } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isPinned, type RecentProject, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import flow from "../../ui/flow.module.css";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
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
  // The project goes to the other list, and its button with it.
  const toggled = useRef<RecentProject>(null);
  useLostFocus(pinned, () => toggled.current && document.getElementById(pinId(toggled.current)));
  const onToggle = (project: RecentProject) => {
    toggled.current = project;
    togglePin(project);
  };
  return (
    <>
      <ProjectList title="Pinned" projects={shownPins} pinned onToggle={onToggle} />
      <ProjectList title="Recent" projects={shownRecent} onToggle={onToggle} />
    </>
  );
});

/** Id of the button that pins or unpins a project. */
const pinId = ({ account, path }: RecentProject): string => `pin-${account}-${path}`;

interface ProjectListProps {
  readonly title: string;
  readonly projects: readonly RecentProject[];
  readonly pinned?: boolean;
  readonly onToggle: (project: RecentProject) => void;
}

function ProjectList({ title, projects, pinned = false, onToggle }: ProjectListProps) {
  if (projects.length === 0) return null;
  return (
    <section aria-label={`${title} projects, sidebar`}>
      <h2 className={cx(layout.ellipsis, styles.heading)}>{title}</h2>
      <ul className={styles.list}>
        {projects.map((project) => (
          <li key={project.path} className={styles.project}>
            <AppLink
              href={hrefs.project(project.account, project.path)}
              className={styles.link}
              title={project.path}
            >
              <Avatar name={project.name} size={18} square />
              <span className={cx(flow.growText, layout.ellipsis)}>{project.name}</span>
            </AppLink>
            <span className={styles.pin}>
              <IconButton
                id={pinId(project)}
                label={pinned ? `Unpin ${project.name}` : `Pin ${project.name}`}
                icon={pinned ? PinOff : Pin}
                size="s"
                tooltipSide="right"
                onClick={() => onToggle(project)}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
