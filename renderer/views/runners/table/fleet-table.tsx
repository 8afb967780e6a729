import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Runner } from "../../../../shared/api/resources/runners.ts";
import type { RowSelection } from "../../../ui/lists/row-selection.ts";
import { type TableColumn, VirtualTable } from "../../../ui/lists/virtual-table.tsx";
import {
  type Connection,
  connectionOf,
  connections,
  type FleetRow,
  isPaused,
  runnerKind,
  runnerName,
} from "../fleet/fleet-row.ts";
import { jobsQuery, joinReadings, runnerDetailQuery } from "../fleet/read-fleet.ts";
import {
  AccessCell,
  FailureCell,
  JobCell,
  NameCell,
  StateCell,
  TagsCell,
  TimeoutCell,
  VersionCell,
} from "./cells.tsx";

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

/** Milliseconds for which rows stay in view before anything is requested for them. */
const restMs = 80;
/** Milliseconds after which what is in view is read again. */
const refreshMs = 30_000;

/**
 * Reads details and jobs of the runners that are in view, and of no other: requests for rows that were scrolled away are
 * canceled. The host sends as many at a time as the account's connections allow. Returns a function that joins a list
 * entry with what is known of it now.
 */
function useVisibleReadings(account: string, visible: readonly number[]): (runner: Runner) => FleetRow {
  const ids = useRested(visible);
  const client = useQueryClient();
  const fresh = { refetchInterval: refreshMs, staleTime: refreshMs / 2 };
  const details = useQueries({ queries: ids.map((id) => ({ ...runnerDetailQuery(account, id), ...fresh })) });
  const jobs = useQueries({ queries: ids.map((id) => ({ ...jobsQuery(account, id), ...fresh })) });
  const updatedAt = [...details, ...jobs].map((read) => `${read.status} ${read.dataUpdatedAt}`).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another update means that the cache has other readings
  return useCallback((runner) => joinReadings(client, account, runner, 0), [client, account, updatedAt]);
}

/** The same ids, once they have not changed for a moment. */
function useRested(ids: readonly number[]): readonly number[] {
  const [rested, setRested] = useState<readonly number[]>([]);
  const text = ids.join(" ");
  useEffect(() => {
    const timer = setTimeout(() => setRested(text === "" ? [] : text.split(" ").map(Number)), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Columns of the fleet, in order; `folded` names those for which the table is too narrow now. */
const fleetColumns = (account: string, folded: ReadonlySet<string>): readonly TableColumn<FleetRow>[] => [
  {
    key: "name",
    header: "Runner",
    width: "minmax(120px, 2fr)",
    sortable: true,
    cell: (row) => <NameCell row={row} folded={folded} />,
  },
  {
    key: "state",
    header: "State",
    width: "minmax(132px, 0.8fr)",
    sortable: true,
    cell: (row) => <StateCell row={row} />,
  },
  {
    key: "job",
    header: "Current job",
    width: "minmax(110px, 1fr)",
    from: 640,
    cell: (row, active) => <JobCell account={account} row={row} active={active} />,
  },
  {
    key: "failures",
    header: "Failures",
    width: "124px",
    from: 520,
    sortable: true,
    cell: (row) => <FailureCell row={row} />,
  },
  {
    key: "tags",
    header: "Tags",
    width: "minmax(110px, 1.2fr)",
    from: 780,
    cell: (row) => <TagsCell row={row} />,
  },
  {
    key: "version",
    header: "Version",
    width: "104px",
    from: 880,
    sortable: true,
    cell: (row) => <VersionCell row={row} />,
  },
  {
    key: "ip",
    header: "IP address",
    width: "112px",
    from: 1120,
    cell: ({ runner }) => runner.ip_address ?? "–",
  },
  {
    key: "access",
    header: "Access",
    width: "minmax(104px, 0.7fr)",
    from: 1240,
    cell: (row) => <AccessCell row={row} />,
  },
  {
    key: "timeout",
    header: "Maximum timeout",
    width: "118px",
    from: 1380,
    cell: (row) => <TimeoutCell row={row} />,
  },
];

const sortKeys = ["name", "state", "contact", "failures", "version", "kind"] as const;
type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly key: SortKey;
  readonly direction: "asc" | "desc";
}

/** Reads a sort such as `contact-desc`; null for anything else: the service's own order. */
export function parseSort(text: string | undefined): Sort | null {
  const [, name, direction] = /^(\w+)-(asc|desc)$/.exec(text ?? "") ?? [];
  const key = sortKeys.find((known) => known === name);
  return key ? { key, direction: direction === "desc" ? "desc" : "asc" } : null;
}

/** Returns what a sort needs of each runner besides its list entry. */
export const sortNeeds = (sort: Sort | null) => ({
  details: sort?.key === "contact" || sort?.key === "version",
  jobs: sort?.key === "failures",
});

const stateOrder: readonly Connection[] = [...connections, "unknown"];
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Returns the rows in order; those without a known value are last in both directions. */
export function sortRows(rows: readonly FleetRow[], sort: Sort | null): readonly FleetRow[] {
  if (!sort) return rows;
  const keyed = rows.map((row) => ({ row, value: sortValue(row, sort.key) }));
  const sign = sort.direction === "asc" ? 1 : -1;
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    const order =
      typeof a.value === "number" && typeof b.value === "number"
        ? a.value - b.value
        : collator.compare(String(a.value), String(b.value));
    return sign * order || a.row.id - b.row.id;
  });
  return keyed.map(({ row }) => row);
}

function sortValue({ runner, detail, jobs }: FleetRow, key: SortKey): string | number | null {
  switch (key) {
    case "name":
      return runnerName(runner);
    case "kind":
      return runnerKind(runner);
    case "state": {
      const at = stateOrder.indexOf(connectionOf(runner));
      return at * 2 + Number(isPaused(runner));
    }
    case "contact":
      return detail?.contacted_at ? Date.parse(detail.contacted_at) : null;
    case "version":
      return detail?.version ?? null;
    case "failures":
      return jobs?.failureRate ?? null;
  }
}
