import type { LedgerEntry } from "../../../../shared/host/test-ledger.ts";

export const ledgerShows = ["flaky", "failed", "all"] as const;
export type LedgerShow = (typeof ledgerShows)[number];

export const ledgerOrders = ["flaky", "failures", "last", "first", "name"] as const;
export type LedgerOrder = (typeof ledgerOrders)[number];

interface LedgerChoice {
  readonly show: LedgerShow;
  readonly order: LedgerOrder;
  readonly text: string;
}

const share = (part: number, runs: number): number => (runs === 0 ? 0 : part / runs);

const byTime = (a: string | null, b: string | null): number => (b ?? "").localeCompare(a ?? "");

const orders: Readonly<Record<LedgerOrder, (a: LedgerEntry, b: LedgerEntry) => number>> = {
  flaky: (a, b) => share(b.flaky, b.runs) - share(a.flaky, a.runs) || b.failures - a.failures,
  failures: (a, b) => share(b.failures, b.runs) - share(a.failures, a.runs) || b.failures - a.failures,
  last: (a, b) => byTime(a.lastFailed, b.lastFailed),
  first: (a, b) => byTime(a.firstSeen, b.firstSeen),
  name: (a, b) => a.name.localeCompare(b.name) || a.group.localeCompare(b.group),
};

/** Returns whether a test is shown, whatever its name. */
export const isShown = ({ flaky, failures }: LedgerEntry, show: LedgerShow): boolean =>
  show === "all" || (show === "flaky" ? flaky > 0 : failures > 0);

/** Returns the tests that match, in their order; of those that are alike the order stays. */
export function ledgerRows(
  entries: readonly LedgerEntry[],
  { show, order, text }: LedgerChoice,
): readonly LedgerEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries
    .filter((entry) => isShown(entry, show))
    .filter(({ name, group, job }) => `${name}\n${group}\n${job}`.toLowerCase().includes(wanted))
    .toSorted(orders[order]);
}
