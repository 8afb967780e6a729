import { expect, test } from "vitest";
import { runsOf } from "./folded-runs.tsx";

test("changes between two comments are one run, and a comment is always alone", () => {
  const runs = runsOf(["a", "a", "C", "C", "a", "C", "a", "a", "a"], (entry) => entry === "a");
  expect(runs.map((run) => run.join(""))).toEqual(["aa", "C", "C", "a", "C", "aaa"]);
  expect(runsOf([], () => true)).toEqual([]);
});
