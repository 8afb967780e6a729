import type { ReactNode } from "react";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import styles from "./sidebar.module.css";

interface SidebarFieldProps {
  readonly title: string;
  /** Its edit button, beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One field of the sidebar. */
export function SidebarField({ title, action, children }: SidebarFieldProps) {
  return (
    <section className={cx(flow.stackStart, styles.field)} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
