import { describe, expect, it } from "vitest";
import { groupByDay } from "./group-by-day.ts";

const commit = (id: string, committed_date: string) => ({ id, committed_date });

describe("groupByDay", () => {
  it("puts one head before each run of a day and keeps the order", () => {
    const rows = groupByDay([
      commit("c", "2026-03-02T10:00:00Z"),
      commit("b", "2026-03-02T09:00:00Z"),
      commit("a", "2026-03-01T09:00:00Z"),
    ]);
    expect(rows.map((row) => (row.kind === "day" ? "day" : row.commit.id))).toEqual([
      "day",
      "c",
      "b",
      "day",
      "a",
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("repeats a day that occurs again after another", () => {
    const rows = groupByDay([
      commit("c", "2026-03-01T10:00:00Z"),
      commit("b", "2026-03-02T09:00:00Z"),
      commit("a", "2026-03-01T09:00:00Z"),
    ]);
    expect(rows.filter(({ kind }) => kind === "day")).toHaveLength(3);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});
