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

test("only branches with merged commits of their own may go", () => {
  const { deleted, spared } = deletableBranches([
    make("main", "c9", { default: true, merged: true }),
    make("done", "c3", { merged: true }),
    make("fresh", "c9", { merged: true }),
    make("stable", "c2", { merged: true, protected: true }),
    make("open", "c7"),
  ]);
  expect(deleted.map(({ name }) => name)).toEqual(["done"]);
  expect(spared.map(({ name }) => name)).toEqual(["fresh"]);
});

test("branches are in the order of their numbers", () => {
  const names = ["topic/berth-10", "topic/berth-9", "fix/2"];
  const { deleted } = deletableBranches(names.map((name, at) => make(name, `c${at}`, { merged: true })));
  expect(deleted.map(({ name }) => name)).toEqual(["fix/2", "topic/berth-9", "topic/berth-10"]);
});

test("a branch that was made within the last day is left out after its start moved on", () => {
  const branches = [
    make("main", "c9", { default: true, merged: true }),
    make("made-at-c8", "c8", { merged: true }),
    make("made-before-today", "c7", { merged: true }),
    make("merged-into-c8", "b1", { merged: true }),
    make("old", "c3", { merged: true }),
  ];
  const recent = [
    { id: "c9", parent_ids: ["c8"] },
    { id: "c8", parent_ids: ["c7", "b1"] },
  ];
  const { deleted, spared } = deletableBranches(branches, recent);
  expect(deleted.map(({ name }) => name)).toEqual(["merged-into-c8", "old"]);
  expect(spared.map(({ name }) => name)).toEqual(["made-at-c8", "made-before-today"]);
});
