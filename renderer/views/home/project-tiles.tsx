import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccountLabel } from "../../state/account-label.ts";
import type { RecentProject } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import { Section } from "../../ui/section.tsx";
import styles from "./home.module.css";

/** Pixels of a project. */
export const tileHeight = 60;

/** Projects side by side; nothing at all where there are none. */
export function ProjectTiles({
  title,
  projects,
}: {
  readonly title: string;
  readonly projects: readonly RecentProject[];
}) {
  const label = useAccountLabel();
  if (projects.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.grid} aria-label={title}>
        {projects.map(({ account, path, name, namespace }) => (
          <li key={`${account} ${path}`}>
            <AppLink href={hrefs.project(account, path)} className={styles.tile}>
              <Avatar name={name} size={32} square />
              <span className={styles.text}>
                <span className={layout.title}>{name}</span>
                <span className={cx(layout.ellipsis, layout.muted)}>
                  {namespace}
                  {label(account) ? ` · ${label(account)}` : ""}
                </span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
