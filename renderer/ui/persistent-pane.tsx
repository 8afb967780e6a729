import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import styles from "./persistent-pane.module.css";

interface PersistentPaneProps {
  readonly shown: boolean;
  readonly children: ReactNode;
}

/**
 * Fills its parent, which is positioned and isolated, with what stays drawn while it is out of sight: it keeps its place in the text, and is
 * shown by painting alone. What is in it has to leave the keyboard to others by itself.
 */
export const PersistentPane = ({ shown, children }: PersistentPaneProps) => (
  <div className={cx(styles.pane, !shown && styles.away)}>{children}</div>
);
