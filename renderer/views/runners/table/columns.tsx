import type { TableColumn } from "../../../ui/virtual-table.tsx";
import type { FleetRow } from "../fleet/runner.ts";
import { FailureCell, JobCell } from "./job-cells.tsx";
import { AccessCell, NameCell, StateCell, TagsCell, TimeoutCell, VersionCell } from "./runner-cells.tsx";

/** Columns of the fleet, in order; `folded` names those for which the table is too narrow now. */
export const fleetColumns = (
  account: string,
  folded: ReadonlySet<string>,
): readonly TableColumn<FleetRow>[] => [
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
