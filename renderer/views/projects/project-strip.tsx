import { useId } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { RecentProject } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import styles from "./projects.module.css";

interface PlaceStripProps {
  readonly label: string;
  readonly places: readonly RecentProject[];
}

/** Projects at hand, in one line; nothing where there are none. */
export function ProjectStrip({ label, places }: PlaceStripProps) {
  const id = useId();
  if (places.length === 0) return null;
  return (
    <section className={styles.strip} aria-labelledby={id}>
      <h2 id={id} className={styles.stripTitle}>
        {label}
      </h2>
      <ul className={styles.chips}>
        {places.map((place) => (
          <li key={place.path}>
            <AppLink
              href={hrefs.project(place.account, place.path)}
              className={styles.chip}
              title={place.path}
            >
              <Avatar name={place.name} size={18} square />
              {place.name}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
