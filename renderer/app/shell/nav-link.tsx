import { memo, type ReactNode, useEffect, useRef } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { cx } from "../../ui/class-names.ts";
import flow from "../../ui/flow.module.css";
import { Icon, type IconType } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./sidebar.module.css";

interface NavLinkProps {
  readonly href: string;
  readonly icon: IconType;
  readonly active: boolean;
  readonly children: ReactNode;
  /** Shown at the end unless it is zero. */
  readonly count?: number | undefined;
}

/** A line of the sidebar; the one of the current page is scrolled into view. */
export const NavLink = memo(function NavLink({ href, icon, active, children, count = 0 }: NavLinkProps) {
  const line = useRef<HTMLLIElement>(null);
  // The sidebar of a project is longer than a small window is high.
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <li ref={line}>
      <AppLink href={href} className={styles.link} aria-current={active ? "page" : undefined}>
        <Icon of={icon} />
        <span className={cx(flow.growText, layout.ellipsis)}>{children}</span>
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </AppLink>
    </li>
  );
});
