import { expect, test } from "vitest";
import { needsMoreRefs, refsByCommit } from "./commit-refs.tsx";

const dated = (...days: string[]) => days.map((day) => ({ commit: { committed_date: `${day}T12:00:00Z` } }));

test("refs are read as far as the oldest commit in view", () => {
  const refs = dated("2026-03-03", "2026-03-02", "2026-03-01");
  expect(needsMoreRefs(refs, undefined)).toBe(false);
  expect(needsMoreRefs(refs, "2026-03-02T00:00:00Z")).toBe(false);
  expect(needsMoreRefs(refs, "2026-03-01T12:00:00Z")).toBe(true);
  expect(needsMoreRefs(refs, "2026-02-01T00:00:00+02:00")).toBe(true);
  // By name, as services without another order list them.
  expect(needsMoreRefs(dated("2026-03-01", "2026-03-03"), "2026-03-02T00:00:00Z")).toBe(true);
  expect(needsMoreRefs([{ commit: {} }], "2026-03-02T00:00:00Z")).toBe(true);
  expect(needsMoreRefs(new Array(5_000).fill(refs[0]), "2020-01-01T00:00:00Z")).toBe(false);
});

test("all refs of a commit are together, the default branch and tags first", () => {
  const refs = [
    { kind: "branch", name: "later", id: "a" },
    { kind: "branch", name: "earlier", id: "a" },
    { kind: "branch", name: "main", id: "a", isDefault: true },
    { kind: "branch", name: "topic", id: "b" },
    { kind: "tag", name: "v1", id: "a" },
  ] as const;
  expect(
    refsByCommit(refs)
      .get("a")
      ?.map(({ name }) => name),
  ).toEqual(["main", "v1", "later", "earlier"]);
  expect(refsByCommit(refs).get("c")).toBeUndefined();
});
