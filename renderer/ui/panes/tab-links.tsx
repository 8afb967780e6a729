import type { ReactNode } from "react";
import styles from "./tab-links.module.css";

interface TabLinksProps {
  /** Accessible name of the tabs; not shown. */
  readonly label: string;
  /** Links; the current one has `aria-current="page"`. */
  readonly children: ReactNode;
}

/** The parts of one thing, each with an address of its own: `tabs` of its PageHeader. */
export const TabLinks = ({ label, children }: TabLinksProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
);
