import { expect, test } from "vitest";
import { branch } from "../../../shared/api/resources/branches.ts";
import { deletableBranches } from "./deletable-branches.ts";

const make = (
  name: string,
  id: string,
  marks: { merged?: boolean; default?: boolean; protected?: boolean } = {},
) =>
  branch.parse({
    name,
    merged: false,
    protected: false,
    developers_can_push: false,
    developers_can_merge: false,
    commit: {
      id,
      short_id: id,
      title: name,
      author_name: "",
      author_email: "",
      committed_date: "2026-01-01T00:00:00Z",
    },
    ...marks,
  });

const names = (branches: readonly { readonly name: string }[]) => branches.map(({ name }) => name);

test("only branches with merged commits of their own are deleted unasked", () => {
  const { merged, maybeNew } = deletableBranches([
    make("main", "c9", { default: true, merged: true }),
    make("done", "c3", { merged: true }),
    make("fresh", "c9", { merged: true }),
    make("stable", "c2", { merged: true, protected: true }),
    make("from-stable", "c2", { merged: true }),
    make("open", "c7"),
  ]);
  expect(names(merged)).toEqual(["done"]);
  expect(names(maybeNew)).toEqual(["fresh", "from-stable"]);
});

test("branches are in the order of their numbers", () => {
  const topics = ["topic/berth-10", "topic/berth-9", "fix/2"];
  const { merged } = deletableBranches(topics.map((name, at) => make(name, `c${at}`, { merged: true })));
  expect(names(merged)).toEqual(["fix/2", "topic/berth-9", "topic/berth-10"]);
});

test("a branch at an older commit of the default branch or at a tag may have been made just now", () => {
  const branches = [
    make("main", "c9", { default: true, merged: true }),
    make("hotfix", "c2", { merged: true }),
    make("hotfix-of-tag", "t1", { merged: true }),
    make("merged-into-c8", "b1", { merged: true }),
  ];
  const mainline = ["c9", "c8", "c2"].map((id) => ({ id }));
  const { merged, maybeNew } = deletableBranches(branches, mainline, [{ id: "t1" }]);
  expect(names(merged)).toEqual(["merged-into-c8"]);
  expect(names(maybeNew)).toEqual(["hotfix", "hotfix-of-tag"]);
});
