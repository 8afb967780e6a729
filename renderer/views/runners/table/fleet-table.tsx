import { useCallback, useMemo, useState } from "react";
import type { RowSelection } from "../../../ui/row-selection.ts";
import { VirtualTable } from "../../../ui/virtual-table.tsx";
import { type FleetRow, runnerName } from "../fleet/runner.ts";
import { useVisibleReadings } from "../fleet/use-visible-readings.ts";
import { fleetColumns } from "./columns.tsx";
import { parseSort, type Sort } from "./sort-rows.ts";

interface FleetTableProps {
  readonly account: string;
  readonly rows: readonly FleetRow[];
  readonly total: number | undefined;
  /** Filter and order: another value begins at the first row. */
  readonly scope: string;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  readonly selection: RowSelection;
  readonly open: number | null;
  readonly onOpen: (id: number) => void;
  readonly onEnd: () => void;
}

const rowHeight = 48;
const none: ReadonlySet<string> = new Set();

/** Runners in one table; details and jobs are read for the rows in view alone. */
export function FleetTable(props: FleetTableProps) {
  const { account, rows, sort, onSort, onOpen } = props;
  const [view, setView] = useState({ from: 0, to: 0 });
  const onView = useCallback((from: number, to: number) => setView({ from, to }), []);
  const visible = rows.slice(view.from, view.to).map(({ id }) => id);
  const latest = useVisibleReadings(account, visible);
  const [folded, setFolded] = useState(none);
  const columns = useMemo(
    () =>
      fleetColumns(account, folded).map(({ cell, ...column }) => ({
        ...column,
        cell: (row: FleetRow, active: boolean) => cell(latest(row.runner), active),
      })),
    [account, folded, latest],
  );
  return (
    <VirtualTable
      label="Runners"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ runner }) => runnerName(runner)}
      rowHeight={rowHeight}
      total={props.total}
      scope={props.scope}
      sort={sort}
      onSort={(next) => onSort(next && parseSort(`${next.key}-${next.direction}`))}
      selection={props.selection}
      openKey={props.open}
      onOpen={({ id }) => onOpen(id)}
      onView={onView}
      onEnd={props.onEnd}
      onFold={setFolded}
    />
  );
}
