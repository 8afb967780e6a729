import type { ReactNode } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { Icon, type IconType } from "../../ui/icon.tsx";
import styles from "./sidebar.module.css";

interface NavLinkProps {
  readonly href: string;
  readonly icon: IconType;
  readonly active: boolean;
  readonly children: ReactNode;
  /** Shown at the end unless it is zero. */
  readonly count?: number | undefined;
}

/** A line of the side bar. */
export const NavLink = ({ href, icon, active, children, count = 0 }: NavLinkProps) => (
  <li>
    <AppLink href={href} className={styles.link} aria-current={active ? "page" : undefined}>
      <Icon of={icon} />
      <span className={styles.text}>{children}</span>
      {count > 0 ? <span className={styles.count}>{count}</span> : null}
    </AppLink>
  </li>
);
