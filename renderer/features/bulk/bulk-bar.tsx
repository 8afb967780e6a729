import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { FoldingRow } from "../../ui/lists/folding-row.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import styles from "./bulk.module.css";

/** A thing in a selection with its bulk actions. */
interface Chosen<T, A> {
  readonly entry: T;
  readonly actions: readonly A[];
}

interface BulkBarProps<T, A extends string> {
  /** Plural of the selected things, such as "jobs". */
  readonly things: string;
  /** Names of their accounts, shown beside their number; empty for one account. */
  readonly where?: string;
  readonly chosen: readonly Chosen<T, A>[];
  /** Actions in the order of their buttons. */
  readonly offered: readonly {
    readonly action: A;
    readonly label: string;
    readonly icon: IconType;
    /** Whether a dialog follows. */
    readonly opens?: boolean;
  }[];
  /** Further buttons, after those of the actions. */
  readonly children?: ReactNode;
  readonly onAction: (action: A, entries: readonly T[]) => void;
  readonly onClear: () => void;
}

/** Actions on what is selected, each with the number that it applies to; nothing without a selection. */
export function BulkBar<T, A extends string>({
  things,
  where,
  chosen,
  offered,
  children,
  onAction,
  onClear,
}: BulkBarProps<T, A>) {
  if (chosen.length === 0) return null;
  const buttons = offered.flatMap(({ action, label, icon, opens }) => {
    const entries = chosen.flatMap(({ entry, actions }) => (actions.includes(action) ? [entry] : []));
    return entries.length > 0
      ? [
          <Button writes key={action} icon={icon} onClick={() => onAction(action, entries)}>
            {label} {entries.length.toLocaleString()}
            {opens ? "…" : ""}
          </Button>,
        ]
      : [];
  });
  return (
    <section className={styles.bar} aria-label={`Selected ${things}`}>
      <IconButton label="Clear selection" icon={X} size="s" onClick={onClear} />
      <strong className={styles.count}>{chosen.length.toLocaleString()} selected</strong>
      {where ? <span className={cx(layout.muted, layout.ellipsis)}>{where}</span> : null}
      {buttons.length > 0 || children ? (
        <FoldingRow label="Other actions">
          {buttons}
          {children}
        </FoldingRow>
      ) : (
        <span>No actions for these {things}.</span>
      )}
    </section>
  );
}
