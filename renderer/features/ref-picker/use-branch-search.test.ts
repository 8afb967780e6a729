import { expect, test } from "vitest";
import { defaultFirst } from "./use-branch-search.ts";

const listed = (...names: string[]) => names.map((name) => ({ name, default: name === "main" }));

test("the default branch comes first", () => {
  expect(defaultFirst(listed("a", "main", "z"), null, "")).toEqual(["main", "a", "z"]);
});

test("the default branch is added where the first page lacks it", () => {
  expect(defaultFirst(listed("a", "b"), "main", "")).toEqual(["main", "a", "b"]);
  expect(defaultFirst(listed("remainder"), "main", "main")).toEqual(["main", "remainder"]);
});

test("a default branch that does not match is left out, and so is one of a list that is not there", () => {
  expect(defaultFirst(listed("zz"), "main", "zz")).toEqual(["zz"]);
  expect(defaultFirst([], "main", "")).toEqual([]);
});
