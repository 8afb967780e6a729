import type { ReactNode } from "react";
import styles from "./breadcrumbs.module.css";

interface Crumb {
  readonly key: string;
  /** A link for every crumb but the current one, which is text. */
  readonly content: ReactNode;
}

interface BreadcrumbsProps {
  readonly items: readonly Crumb[];
  readonly label?: string;
  /** Whether the current location is not the last item, but a title that follows them. */
  readonly leads?: boolean;
}

/** Path to the current location, outermost first. */
export function Breadcrumbs({ items, label = "Breadcrumbs", leads = false }: BreadcrumbsProps) {
  const slash = (
    <span className={styles.slash} aria-hidden>
      /
    </span>
  );
  return (
    <nav aria-label={label}>
      <ol className={leads ? styles.leads : styles.list}>
        {items.map((item, index) => (
          <li
            key={item.key}
            className={styles.item}
            aria-current={!leads && index === items.length - 1 ? "page" : undefined}
          >
            {index > 0 && !leads ? slash : null}
            <span className={styles.content}>{item.content}</span>
            {leads ? slash : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
