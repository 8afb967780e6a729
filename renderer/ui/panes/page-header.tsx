import type { ReactNode } from "react";
import { Icon, type IconType } from "../marks/icon.tsx";
import flow from "../theme/flow.module.css";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly icon?: IconType;
  /** Instead of `icon`: any mark, such as an Avatar. */
  readonly mark?: ReactNode;
  /** Badges beside the title. */
  readonly state?: ReactNode;
  /** Author, time, ref: one muted line. */
  /** Null while it is unknown: it has its line from the beginning, so that nothing moves when it is read. */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of every page: icon, title, state, meta line, actions at the right. */
export function PageHeader({ title, icon, mark, state, meta, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {mark ??
        (icon ? (
          <span className={styles.mark}>
            <Icon of={icon} size={20} />
          </span>
        ) : null)}
      <div className={styles.titles}>
        <div className={flow.cluster}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {state}
        </div>
        {meta || meta === null ? <div className={styles.meta}>{meta ?? "\u00a0"}</div> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
