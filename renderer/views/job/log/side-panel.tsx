import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import styles from "../job.module.css";

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a panel beside a log. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  return (
    <section className={cx(layout.page, styles.panel)} aria-label={title}>
      <div className={styles.panelHead}>
        <h2>{title}</h2>
        <IconButton label={`Close ${title.toLowerCase()}`} icon={X} size="s" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
