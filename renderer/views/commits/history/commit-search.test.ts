import { expect, test } from "vitest";
import { refsByCommit } from "./commit-refs.tsx";
import { hasFilters, withMessage } from "./commit-search.ts";

const commits = [
  { id: "aaaa1111", message: "Fix the lamp\n\nIt went out in the STORM." },
  { id: "bbbb2222", message: "Add a boat" },
];
const ids = (text: string | undefined) => withMessage(commits, text).map(({ id }) => id);

test("words are found anywhere in a message, whatever their case, and a hash by its beginning", () => {
  expect(ids("storm LAMP")).toEqual(["aaaa1111"]);
  expect(ids("bbbb")).toEqual(["bbbb2222"]);
  expect(ids("boat lamp")).toEqual([]);
  expect(withMessage(commits, " ")).toBe(commits);
  expect(withMessage(commits, undefined)).toBe(commits);
  expect(hasFilters({ message: "x" })).toBe(true);
});

test("refs are grouped by their commit: the default branch first, then tags, then other branches", () => {
  const refs = refsByCommit([
    { kind: "branch", name: "aside", id: "a" },
    { kind: "branch", name: "main", id: "a", isDefault: true },
    { kind: "branch", name: "topic", id: "b" },
    { kind: "tag", name: "v1", id: "a" },
  ]);
  expect(refs.get("a")?.map(({ name }) => name)).toEqual(["main", "v1", "aside"]);
  expect(refs.get("c")).toBeUndefined();
});
