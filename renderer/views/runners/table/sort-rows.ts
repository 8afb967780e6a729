import {
  type Connection,
  connectionOf,
  connections,
  type FleetRow,
  isPaused,
  runnerKind,
  runnerName,
} from "../fleet/runner.ts";

export const sortKeys = ["name", "state", "contact", "failures", "version", "kind"] as const;
export type SortKey = (typeof sortKeys)[number];

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
