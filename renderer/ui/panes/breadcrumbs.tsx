import type { ReactNode } from "react";
import styles from "./breadcrumbs.module.css";

interface Crumb {
  readonly key: string;
  /** A link for every crumb but the last, text for the last. */
  readonly content: ReactNode;
}

/** Path to the current location, outermost first. */
export function Breadcrumbs({
  items,
  label = "Breadcrumbs",
}: {
  readonly items: readonly Crumb[];
  readonly label?: string;
}) {
  return (
    <nav aria-label={label}>
      <ol className={styles.list}>
        {items.map((item, index) => (
          <li
            key={item.key}
            className={styles.item}
            aria-current={index === items.length - 1 ? "page" : undefined}
          >
            {index > 0 ? (
              <span className={styles.slash} aria-hidden>
                /
              </span>
            ) : null}
            <span className={styles.content}>{item.content}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
