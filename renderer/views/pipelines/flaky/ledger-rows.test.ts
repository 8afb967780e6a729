import { expect, it } from "vitest";
import type { LedgerEntry } from "../../../../shared/host/test-ledger.ts";
import { percentOf } from "../../../features/test-reports/flaky-mark.tsx";
import { type LedgerOrder, type LedgerShow, ledgerRows } from "./ledger-rows.ts";

const entry = (name: string, numbers: readonly [runs: number, failures: number, flaky: number], day = 1) => ({
  id: day,
  job: "unit",
  group: "beam",
  name,
  runs: numbers[0],
  failures: numbers[1],
  flaky: numbers[2],
  firstSeen: `2026-08-0${day}T00:00:00.000Z`,
  lastFailed: numbers[1] > 0 ? `2026-08-0${9 - day}T00:00:00.000Z` : null,
  lastPipeline: null,
  lastJob: null,
});
const entries: readonly LedgerEntry[] = [
  entry("turns", [10, 0, 0], 1),
  entry("dims", [10, 5, 1], 2),
  entry("rusts", [4, 1, 1], 3),
  entry("warms", [10, 9, 0], 4),
];
const rows = (show: LedgerShow, order: LedgerOrder, text = "") =>
  ledgerRows(entries, { show, order, text }).map(({ name }) => name);

it("shows flaky, failed or all tests in the chosen order", () => {
  expect(rows("flaky", "flaky")).toEqual(["rusts", "dims"]);
  expect(rows("failed", "failures")).toEqual(["warms", "dims", "rusts"]);
  expect(rows("all", "name")).toEqual(["dims", "rusts", "turns", "warms"]);
  expect(rows("all", "first")).toEqual(["warms", "rusts", "dims", "turns"]);
  expect(rows("failed", "last")).toEqual(["dims", "rusts", "warms"]);
  expect(rows("all", "name", "DIM")).toEqual(["dims"]);
});

it("has no percent of nothing, and at least one of something", () => {
  expect([percentOf(0, 0), percentOf(0, 9), percentOf(1, 900), percentOf(5, 43)]).toEqual([0, 0, 1, 12]);
});
