import type { ReactNode } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import styles from "./project-list.module.css";
import { VisibilityLabel } from "./visibility-label.tsx";

interface NamespaceRowProps {
  readonly name: string;
  readonly href: string;
  /** Name of the group or user above; empty at the top. */
  readonly namespace: string;
  readonly visibility: string | undefined;
  readonly description: ReactNode;
  /** After the visibility. */
  readonly badges?: ReactNode;
  /** At the end of the row. */
  readonly children?: ReactNode;
}

/** A row of a list of projects or groups. */
export function NamespaceRow(props: NamespaceRowProps) {
  const { name, href, namespace, visibility, description, badges, children } = props;
  return (
    <div className={cx(layout.row, styles.row)}>
      <Avatar name={name} size={32} square />
      <div className={layout.rowText}>
        <div className={layout.line}>
          <AppLink href={href} className={layout.title}>
            {namespace ? (
              <span className={layout.secondary}>
                <span className={styles.namespace}>{namespace}</span> /{" "}
              </span>
            ) : null}
            {name}
          </AppLink>
          <VisibilityLabel value={visibility} folds />
          {badges}
        </div>
        <div className={cx(layout.ellipsis, layout.muted)}>{description}</div>
      </div>
      {children}
    </div>
  );
}
