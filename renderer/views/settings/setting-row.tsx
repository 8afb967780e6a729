import type { ReactNode } from "react";
import layout from "../../ui/layout.module.css";
import styles from "./settings.module.css";

interface SettingRowProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The control, at the right. It names itself for assistive technology. */
  readonly children: ReactNode;
}

/** One setting: what it is at the left, its control at the right. */
export const SettingRow = ({ title, description, children }: SettingRowProps) => (
  <div className={styles.row}>
    <div className={styles.text}>
      <p className={layout.strong}>{title}</p>
      {description ? <p className={styles.description}>{description}</p> : null}
    </div>
    <div className={styles.control}>{children}</div>
  </div>
);
