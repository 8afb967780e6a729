import { expect, it } from "vitest";
import { readArguments } from "./arguments.mjs";

it("reads flags in any order, files, and a name", () => {
  expect(readArguments(["a.test.ts", "--times", "e2e", "-t", "a draft"])).toMatchObject({
    files: ["a.test.ts", "e2e"],
    times: true,
    name: "a draft",
    changed: false,
  });
  expect(readArguments(["--nightly", "--all", "--times"])).toMatchObject({
    nightly: true,
    all: true,
    files: [],
  });
});

it.each([
  [["--everything"], "--everything"],
  [["--changed", "a.test.ts"], "--changed chooses the files itself."],
  [["--all", "e2e"], "--all runs every file."],
  [["--changed", "--all"], "--changed runs a part"],
  [["--changed", "--nightly"], "--changed runs a part"],
  [["-t", "a draft"], "-t needs a FILE."],
  [["a.test.ts", "-t"], "-t"],
])("refuses %j", (argv, reason) => {
  expect(() => readArguments(argv)).toThrow(reason);
});
