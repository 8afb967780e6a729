import { expect, test } from "vitest";
import { changedOnBoth } from "./read-conflicts.ts";

const file = (
  old_path: string,
  more: { new_path?: string; new_file?: boolean; deleted_file?: boolean } = {},
) => ({
  old_path,
  new_path: old_path,
  new_file: false,
  deleted_file: false,
  ...more,
});

test("only files that both branches changed may conflict", () => {
  expect(changedOnBoth([file("a"), file("b")], [file("b"), file("c")])).toEqual([
    { path: "b", base: "b", mine: "b", theirs: "b" },
  ]);
});

test("a deletion conflicts with a change, and not with a deletion", () => {
  expect(changedOnBoth([file("a", { deleted_file: true })], [file("a")])).toEqual([
    { path: "a", base: "a", mine: null, theirs: "a" },
  ]);
  expect(changedOnBoth([file("a", { deleted_file: true })], [file("a", { deleted_file: true })])).toEqual([]);
});

test("a file that one side renamed keeps its new name", () => {
  const renamed = file("a", { new_path: "b" });
  expect(changedOnBoth([renamed], [file("a")])).toEqual([{ path: "b", base: "a", mine: "b", theirs: "a" }]);
  expect(changedOnBoth([file("a")], [renamed])).toEqual([{ path: "b", base: "a", mine: "a", theirs: "b" }]);
});

test("two new files of one name have no base", () => {
  const made = file("n", { new_file: true });
  expect(changedOnBoth([made], [made])).toEqual([{ path: "n", base: null, mine: "n", theirs: "n" }]);
});
