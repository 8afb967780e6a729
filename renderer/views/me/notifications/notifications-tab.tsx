import { BellOff, ChevronDown, ChevronRight, UserRound } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useRef } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { notificationScopeKey } from "./notification-settings.ts";
import styles from "./notifications.module.css";
import { RowProblem, ScopeRow } from "./scope-row.tsx";
import { type MatrixRowData as Row, useMatrix } from "./use-matrix.ts";

/** `differing` is `1` where only levels that differ from the global one are shown. */
const notificationsSearch = { search: anyText, differing: anyText };

/** Notification settings: one matrix over the global setting, groups and projects. */
export function NotificationsTab() {
  const [{ search = "", differing }, changeSearch] = useAddressSearch(notificationsSearch);
  const onlyDiffering = differing === "1";
  const matrix = useMatrix(useDeferredValue(search.trim()), onlyDiffering);
  const list = useRef<HTMLDivElement>(null);
  const { groups, rows, toggle } = matrix;
  const onKey = ({ key }: KeyboardEvent, row: Row): boolean => {
    const isOpen = row.kind === "note" ? null : row.isOpen;
    if (isOpen === null || (key !== "ArrowRight" && key !== "ArrowLeft")) return false;
    toggle(row.path, key === "ArrowRight");
    return true;
  };
  return (
    <div className={flow.fillColumn}>
      <search className={styles.bar} aria-label="Notifications">
        <SearchField
          label="Filter groups and projects"
          placeholder="Filter by name"
          value={search}
          onChange={(text) => changeSearch({ search: text })}
          className={styles.search ?? ""}
        />
        <Checkbox
          label="Only changed levels"
          checked={onlyDiffering}
          onChange={(on) => changeSearch({ differing: on ? "1" : "" })}
        />
      </search>
      {onlyDiffering ? <Comparing {...matrix.differing} /> : null}
      {matrix.searchError ? (
        <ErrorState compact {...describeProblem(matrix.searchError)} onRetry={matrix.retrySearch} />
      ) : null}
      {groups.isPending ? (
        <Skeleton page lines={8} height={40} label="Loading groups" />
      ) : groups.error && !groups.data ? (
        <ErrorState {...describeProblem(groups.error)} onRetry={() => void groups.refetch()} />
      ) : (
        <div ref={list} className={styles.frame}>
          <VirtualList
            label="Notification levels"
            role="list"
            items={rows}
            itemKey={(row) =>
              row.kind === "scope" ? notificationScopeKey(row.scope) : `${row.kind} ${row.path}`
            }
            rowHeight={40}
            measure
            onKey={onKey}
            // Enter moves focus to the controls of the row; the arrows stay with the list.
            onOpen={(_row, index) =>
              list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [role="combobox"]`)?.focus()
            }
            renderItem={(row) => <MatrixRow row={row} onToggle={toggle} />}
          />
        </div>
      )}
      {rows.length === 1 && (search || onlyDiffering) && !groups.isPending && !matrix.differing.isReading ? (
        <p className={styles.nothing} role="status">
          <BellOff size={14} aria-hidden="true" />{" "}
          {search ? "No matches" : "Every group and project inherits its level"}
        </p>
      ) : null}
    </div>
  );
}

interface ComparingProps {
  readonly isReading: boolean;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

/** Progress of the search for differing levels. */
function Comparing({ isReading, done, total, failed }: ComparingProps) {
  if (!isReading && failed === 0) return null;
  return (
    <div className={styles.comparing}>
      {isReading ? <ProgressBar label="Loading levels" value={total > 0 ? done / total : null} /> : null}
      <span className={cx(layout.meta, styles.hint)}>
        {isReading ? `${done} of ${total} levels loaded` : `${failed} levels could not be loaded`}
      </span>
    </div>
  );
}

interface MatrixRowProps {
  readonly row: Row;
  readonly onToggle: (path: string, isOpen: boolean) => void;
}

/** A row of the matrix: a scope, the heading of the user's own projects, or what is being read. */
function MatrixRow({ row, onToggle }: MatrixRowProps) {
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
