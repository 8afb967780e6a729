import { expect, test } from "vitest";
import { type Blame, blameAges, blameMargin, blameRuns } from "./blame-runs.ts";

const blame = (...times: (string | null)[]): Blame => ({
  commits: times.map((time) => (time === null ? null : { id: time, title: "", author: "", time })),
  source: "service",
});

test("lines are coloured by their age within the file", () => {
  expect(blameAges(blame("2026-01-01", "2026-01-06", "2026-01-11", null, "not a date"))).toEqual([
    0,
    2,
    4,
    null,
    null,
  ]);
  expect(blameAges(blame("2026-01-01", "2026-01-01"))).toEqual([4, 4]);
  expect(blameAges(blame())).toEqual([]);
});

test("a run of lines of one commit has one mark, on its first line", () => {
  const runs = blameRuns(blame("a", "a", "b", null, null, "b", "b"));
  expect(runs.map((commit) => commit?.id ?? null)).toEqual(["a", null, "b", null, null, "b", null]);
});

test("the margin names author and date once per run, in a narrow window only the date", () => {
  const of = blame("2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z", null);
  const named = {
    ...of,
    commits: of.commits.map((commit) => commit && { ...commit, author: "Ada Example" }),
  };
  expect(blameMargin(named).texts.map((text) => text.trim())).toEqual([
    "Ada Example    2026-01-01",
    "",
    "not certain",
  ]);
  const of14 = (author: string) =>
    blameMargin({ ...of, commits: of.commits.slice(0, 1).map((commit) => commit && { ...commit, author }) })
      .texts;
  expect(of14("Priya Raghunathan")).toEqual(["Priya Raghuna… 2026-01-01"]);
  // Each of these characters takes five thirds of a column.
  expect(of14("鈴木 由紀")).toEqual([`鈴木 由紀${" ".repeat(6)} 2026-01-01`]);
  expect(of14("鈴".repeat(9))).toEqual([`${"鈴".repeat(8)}… 2026-01-01`]);
  expect(blameMargin(named, true).texts).toEqual([" 2026-01-01", " ".repeat(11), "not certain"]);
  // The width is that of the texts on screen, whose length is less where letters are wide.
  expect(blameMargin(named).columns).toBe(25);
  expect(blameMargin(named, true).columns).toBe(11);
});
