import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { cx } from "./class-names.ts";
import { Icon, type IconType } from "./icon.tsx";

export type BadgeTone =
  | "neutral"
  | "accent"
  | "added"
  | "removed"
  | "changed"
  | "warning"
  | "danger"
  | "running";

export interface BadgeProps {
  readonly children: ReactNode;
  readonly tone?: BadgeTone;
  readonly icon?: IconType;
  readonly title?: string;
}

/** A state or a count in a word; the tone only supports the word. */
export function Badge({ children, tone = "neutral", icon, title }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])} title={title}>
      {icon ? <Icon of={icon} size={12} /> : null}
      <span>{children}</span>
    </span>
  );
}
