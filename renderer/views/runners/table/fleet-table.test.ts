import { expect, it } from "vitest";
import { runner, runnerDetail } from "../../../../shared/api/resources/runners.ts";
import { fleetRow } from "../fleet/fleet-row.ts";
import { parseSort, sortNeeds, sortRows } from "./fleet-table.tsx";

const row = (id: number, description: string, more: object | null = {}) => {
  const entry = { id, description, status: "online" };
  if (!more) return fleetRow(runner.parse(entry));
  const details = runnerDetail.parse({ ...entry, ...more });
  return fleetRow(runner.parse(entry), details);
};
const rows = [
  row(1, "pier-10", { version: "16.9.1", contacted_at: "2026-01-02T00:00:00Z" }),
  row(2, "pier-2", null),
  row(3, "Quay", { version: "16.11.0", contacted_at: "2026-01-01T00:00:00Z", paused: true }),
];
const order = (text: string) => sortRows(rows, parseSort(text)).map(({ id }) => id);

it("sorts names and versions by their numbers, and unknown values last", () => {
  expect(order("name-asc")).toEqual([2, 1, 3]);
  expect(order("name-desc")).toEqual([3, 1, 2]);
  expect(order("version-asc")).toEqual([1, 3, 2]);
  expect(order("version-desc")).toEqual([3, 1, 2]);
  expect(order("contact-desc")).toEqual([1, 3, 2]);
  expect(order("state-asc")).toEqual([1, 2, 3]);
  expect(order("")).toEqual([1, 2, 3]);
});

it("returns the readings that it needs", () => {
  expect(parseSort("owner-asc")).toBeNull();
  expect(sortNeeds(parseSort("failures-desc"))).toEqual({ details: false, jobs: true });
  expect(sortNeeds(parseSort("contact-asc"))).toEqual({ details: true, jobs: false });
  expect(sortNeeds(null)).toEqual({ details: false, jobs: false });
});
