import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./status-badge.module.css";
import { statusStyle } from "./status-style.ts";

export interface StatusProps {
  /** State as the service names it. */
  readonly status: string;
  readonly allowFailure?: boolean | undefined;
}

/** The state of a job or a pipeline as icon and word. */
export function StatusBadge({ status, allowFailure }: StatusProps) {
  const { word, icon, tone, turns } = statusStyle(status, allowFailure);
  return (
    <span className={cx(styles.badge, styles[tone])} data-status={status}>
      <Icon of={icon} size={14} className={turns ? styles.turns : undefined} />
      <span>{word}</span>
    </span>
  );
}

export interface StatusIconProps extends StatusProps {
  /** Pixels. */
  readonly size?: number;
  /** Hides it from assistive technology, where a text beside it names the state. */
  readonly decorative?: boolean;
}

/** The state of a job or a pipeline as an icon of its own shape, with the word for assistive technology and on hover. */
export function StatusIcon({ status, allowFailure, size = 16, decorative = false }: StatusIconProps) {
  const { word, icon, tone, turns } = statusStyle(status, allowFailure);
  return (
    <span
      className={cx(styles.icon, styles[tone])}
      data-status={status}
      title={word}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": word })}
    >
      <Icon of={icon} size={size} className={turns ? styles.turns : undefined} />
    </span>
  );
}
