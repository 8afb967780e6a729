import { BellOff } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useRef } from "react";
import { z } from "zod";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { cx } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { notificationScopeKey } from "./levels.ts";
import { MatrixRow } from "./matrix-row.tsx";
import type { MatrixRowData as Row } from "./matrix-rows.ts";
import styles from "./notifications.module.css";
import { useMatrix } from "./use-matrix.ts";

/** `differing` is `1` where only levels that differ from the global one are shown. */
const notificationsSearch = z.object({ search: z.string().optional(), differing: z.string().optional() });

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
