import { useId } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { RecentProject } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./projects.module.css";

interface ProjectStripProps {
  readonly label: string;
  readonly projects: readonly RecentProject[];
}

/** Recent or pinned projects in one line; null where there are none. */
export function ProjectStrip({ label, projects }: ProjectStripProps) {
  const id = useId();
  if (projects.length === 0) return null;
  return (
    <section className={styles.strip} aria-labelledby={id}>
      <h2 id={id} className={styles.stripTitle}>
        {label}
      </h2>
      <ul className={styles.chips}>
        {projects.map((project) => (
          <li key={project.path}>
            <AppLink
              href={hrefs.project(project.account, project.path)}
              className={styles.chip}
              title={project.path}
            >
              <Avatar name={project.name} size={18} square />
              <span className={layout.ellipsis}>{project.name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
