import { ChevronDown, ChevronRight, UserRound } from "lucide-react";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { MatrixRowData as Row } from "./matrix-rows.ts";
import styles from "./notifications.module.css";
import { RowProblem, ScopeRow } from "./scope-row.tsx";

interface MatrixRowProps {
  readonly row: Row;
  readonly onToggle: (path: string, isOpen: boolean) => void;
}

/** A row of the matrix: a scope, the heading of the user's own projects, or what is being read. */
export function MatrixRow({ row, onToggle }: MatrixRowProps) {
  const indent = { paddingLeft: `calc(${row.depth} * var(--space-5))` };
  switch (row.kind) {
    case "scope":
      return <ScopeRow row={row} onToggle={onToggle} />;
    case "note":
      return (
        <div className={styles.row}>
          <div className={styles.note} style={indent}>
            {row.state.error ? (
              <RowProblem error={row.state.error} onRetry={row.state.retry} />
            ) : row.state.projects ? (
              <span className={cx(layout.meta, styles.hint)}>No projects</span>
            ) : (
              <Skeleton lines={1} label={`Loading projects of ${row.path}`} />
            )}
          </div>
        </div>
      );
    case "personal":
      return (
        <div className={styles.row}>
          <div className={styles.line}>
            <div className={cx(flow.inline, styles.name)} style={indent}>
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={row.isOpen ?? undefined}
                aria-label="Personal projects"
                onClick={() => onToggle(row.path, !row.isOpen)}
              >
                <Icon of={row.isOpen ? ChevronDown : ChevronRight} size={14} />
              </button>
              <Icon of={UserRound} size={15} />
              <span className={cx(layout.ellipsis, styles.label)}>Personal projects</span>
            </div>
          </div>
        </div>
      );
  }
}
