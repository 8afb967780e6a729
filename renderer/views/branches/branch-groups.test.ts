import { expect, it } from "vitest";
import { branch } from "../../../shared/api/resources/branches.ts";
import { groupBranches } from "./branch-groups.ts";
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
