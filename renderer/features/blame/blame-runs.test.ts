import { expect, test } from "vitest";
import { type Blame, blameAges, blameHunks, shortAge } from "./blame-runs.ts";

const blame = (...times: (string | null)[]): Blame => ({
  commits: times.map((time) =>
    time === null ? null : { id: time, title: "", author: "", time, parent: null },
  ),
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

test("a run of lines of one commit is one hunk, from its first line on", () => {
  const hunks = blameHunks(blame("a", "a", "b", null, null, "b", "b"));
  expect(hunks.map(({ line, commit }) => [line, commit?.id ?? null])).toEqual([
    [1, "a"],
    [3, "b"],
    [4, null],
    [6, "b"],
  ]);
  expect(blameHunks(blame())).toEqual([]);
});

test("the age of a hunk is a few characters", () => {
  const now = new Date("2026-11-29T12:00:00Z");
  const age = (time: string) => shortAge(time, now);
  expect(age("2026-11-29T11:59:40Z")).toBe("now");
  expect(age("2026-11-29T11:15:00Z")).toBe("45min");
  expect(age("2026-11-28T11:00:00Z")).toBe("1d");
  expect(age("2026-11-01T00:00:00Z")).toBe("4w");
  expect(age("2026-01-10T00:00:00Z")).toBe("10mo");
  expect(age("2019-01-01T00:00:00Z")).toBe("7y");
  // The clock of the service is ahead.
  expect(age("2026-11-29T12:05:00Z")).toBe("now");
  expect(age("")).toBe("");
});
