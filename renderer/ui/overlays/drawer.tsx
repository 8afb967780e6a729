import type { ReactNode } from "react";
import { useOnceTrue } from "./dialog.tsx";
import styles from "./drawer.module.css";
import { latePanel } from "./late-panel.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface DrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Accessible name; not shown. */
  readonly label: string;
  readonly children: ReactNode;
}

const { Panel } = latePanel(async () => (await import("./dialog-panel.tsx")).DrawerPanel);

/** A pane over the page's left edge: Escape or a click outside closes it. */
export function Drawer({ open, onOpenChange, label, children }: DrawerProps) {
  const focus = useFocusReturn(open);
  if (!useOnceTrue(open)) return null;
  return (
    <Panel
      {...{ ...focus, open, onOpenChange, label }}
      className={styles.drawer}
      titleClassName={styles.title}
    >
      {children}
    </Panel>
  );
}
