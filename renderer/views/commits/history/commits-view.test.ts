import { describe, expect, it } from "vitest";
import { groupByMonth, monthLabel } from "./commits-view.tsx";

it("names a month with its year", () => {
  expect(monthLabel(new Date(2026, 2, 31, 23, 55))).toBe("March 2026");
  expect(monthLabel(new Date(Number.NaN))).toBe("Date unknown");
});

const commit = (id: string, committed_date: string) => ({ id, committed_date });

describe("groupByMonth", () => {
  it("puts one head before each run of a month and keeps the order", () => {
    const rows = groupByMonth([
      commit("c", "2026-03-20T10:00:00Z"),
      commit("b", "2026-03-15T09:00:00Z"),
      commit("a", "2026-02-15T09:00:00Z"),
    ]);
    expect(rows.map((row) => (row.kind === "month" ? "month" : row.commit.id))).toEqual([
      "month",
      "c",
      "b",
      "month",
      "a",
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("repeats a month that occurs again after another", () => {
    const rows = groupByMonth([
      commit("c", "2026-03-10T10:00:00Z"),
      commit("b", "2026-04-10T09:00:00Z"),
      commit("a", "2026-03-10T09:00:00Z"),
    ]);
    expect(rows.filter(({ kind }) => kind === "month")).toHaveLength(3);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});
