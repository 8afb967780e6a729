import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dayLabel, groupByDay } from "./commits-view.tsx";

describe("commits view", () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 2, 2, 9, 30) }));
  afterEach(() => void vi.useRealTimers());

  it("names today and yesterday, beside the date", () => {
    expect(dayLabel(new Date(2026, 2, 2, 0, 5))).toMatch(/^Today, .*2026/);
    expect(dayLabel(new Date(2026, 2, 1, 23, 55))).toMatch(/^Yesterday, .*2026/);
  });

  it("writes any other day in full, also one that is ahead", () => {
    for (const date of [new Date(2026, 1, 28), new Date(2026, 2, 3)])
      expect(dayLabel(date)).toMatch(/^(?!Today|Yesterday).*2026/);
  });
});

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
