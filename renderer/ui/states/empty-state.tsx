import type { ReactNode } from "react";
import { Icon, type IconType } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./state.module.css";

export interface EmptyStateProps {
  readonly icon: IconType;
  readonly title: string;
  /** Reason why there is nothing, and what helps. */
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** For panels. */
  readonly compact?: boolean;
  /** It is all that a page has: its title is the page's. */
  readonly page?: boolean;
}

export function EmptyState({
  icon,
  title,
  description,
  actions,
  compact = false,
  page = false,
}: EmptyStateProps) {
  const Title = page ? "h1" : "h2";
  return (
    <section className={cx(styles.state, compact && styles.compact)}>
      <span className={styles.mark}>
        <Icon of={icon} size={22} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {description ? <div className={styles.text}>{description}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </section>
  );
}
