import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import styles from "./persistent-pane.module.css";

interface PersistentPaneProps {
  readonly shown: boolean;
  readonly children: ReactNode;
}

/**
 * Fills its parent, which is positioned and isolated, with content that stays laid out while it is hidden, so that
 * showing it only paints. Its content has to be inert while it is hidden.
 */
export const PersistentPane = ({ shown, children }: PersistentPaneProps) => (
  <div className={cx(styles.pane, !shown && styles.away)}>{children}</div>
);
