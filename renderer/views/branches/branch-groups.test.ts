import { describe, expect, it, test } from "vitest";
import { branch } from "../../../shared/api/resources/branches.ts";
import { deletableBranches, groupBranches } from "./branch-groups.ts";
import { isLatestFirst } from "./use-branches.ts";

const make = (name: string, committed_date: string, marks: { default?: boolean; protected?: boolean } = {}) =>
  branch.parse({
    name,
    merged: false,
    protected: false,
    developers_can_push: false,
    developers_can_merge: false,
    commit: { id: name, short_id: name, title: name, author_name: "", author_email: "", committed_date },
    ...marks,
  });

it("groups branches by what they are and by their age, the latest first", () => {
  const rows = groupBranches(
    [
      make("old", "2026-01-01T00:00:00Z"),
      make("new", "2026-06-02T00:00:00Z"),
      make("newer", "2026-06-03T00:00:00Z"),
      make("release", "2026-06-09T00:00:00Z", { protected: true }),
      make("main", "2026-05-01T00:00:00Z", { default: true }),
    ],
    Date.parse("2026-06-10T00:00:00Z"),
  );
  expect(rows.map((row) => (row.kind === "head" ? `# ${row.title} ${row.count}` : row.branch.name))).toEqual([
    "# Default and protected 2",
    "main",
    "release",
    "# Active 2",
    "newer",
    "new",
    "# Stale 1",
    "old",
  ]);
});

it("counts no branch as stale that has the last commit of the default one", () => {
  const main = make("main", "2020-05-01T00:00:00Z", { default: true });
  const rows = groupBranches(
    [main, { ...main, name: "just-made", default: false }, make("old", "2020-01-01T00:00:00Z")],
    Date.parse("2026-06-10T00:00:00Z"),
  );
  expect(rows.map((row) => (row.kind === "head" ? `# ${row.title}` : row.branch.name))).toEqual([
    "# Default and protected",
    "main",
    "# Active",
    "just-made",
    "# Stale",
    "old",
  ]);
});

it("counts no group whose branches are not all there", () => {
  const rows = groupBranches(
    [make("new", "2026-06-02T00:00:00Z")],
    Date.parse("2026-06-10T00:00:00Z"),
    false,
  );
  expect(rows[0]).toMatchObject({ title: "Active", count: null });
});

it("detects whether a service sorted branches by date", () => {
  const [older, newer] = [make("a", "2026-06-02T00:00:00Z"), make("b", "2026-06-03T00:00:00+02:00")];
  expect([isLatestFirst([newer, older]), isLatestFirst([older, newer]), isLatestFirst([])]).toEqual([
    true,
    false,
    true,
  ]);
  expect(
    isLatestFirst([
      newer,
      branch.parse({ ...newer, commit: { ...newer.commit, committed_date: undefined } }),
    ]),
  ).toBe(false);
});

describe("deletable branches", () => {
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
});
