import type { ReactNode } from "react";
import styles from "./sidebar.module.css";

interface FactProps {
  readonly title: string;
  /** What changes it, beside its title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One thing about the merge request, in the side column. */
export function SidebarField({ title, action, children }: FactProps) {
  return (
    <section className={styles.fact} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
