import type { ReactNode } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { cx } from "../theme/class-names.ts";
import styles from "./badge.module.css";
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

interface BadgeProps
  extends Optional<{
    title: string;
    icon: IconType;
  }> {
  readonly children: ReactNode;
  readonly tone?: BadgeTone;
  /** Whether a narrow window shows the icon alone, so that a title in the same line keeps its room. */
  readonly folds?: boolean;
}

/** A state or a count in a word; the tone only supports the word. */
export function Badge({ children, tone = "neutral", icon, title, folds = false }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone], folds && styles.folds)} title={title}>
      {icon ? <Icon of={icon} size={12} /> : null}
      <span>{children}</span>
    </span>
  );
}
