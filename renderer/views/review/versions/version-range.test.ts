import { expect, test } from "vitest";
import { describeVersion, isRebased, numberOf, versionRange } from "./version-range.ts";

const version = (id: number, base: string) => ({
  id,
  head_commit_sha: `h${id}`,
  base_commit_sha: base,
  start_commit_sha: base,
  created_at: "2026-01-01T00:00:00Z",
  merge_request_id: 1,
  state: "collected",
});
const versions = [version(30, "b2"), version(20, "b1"), version(10, "b1")];

test("the latest version from its base is shown unless the address names another", () => {
  expect(versionRange(versions, undefined, undefined)).toEqual({ from: null, to: versions[0] });
  expect(versionRange(versions, "10", "20")).toEqual({ from: versions[2], to: versions[1] });
  expect(versionRange(versions, "10", "99")?.to).toBe(versions[0]);
  expect(versionRange([], undefined, undefined)).toBeNull();
});

test("a start that is not older than the end is ignored", () => {
  expect(versionRange(versions, "20", "20")?.from).toBeNull();
  expect(versionRange(versions, "30", "10")?.from).toBeNull();
});

test("versions count from the oldest, and a new base is a rebase", () => {
  expect(versions.map((each) => numberOf(versions, each))).toEqual([3, 2, 1]);
  expect(isRebased(version(1, "a"), version(2, "a"))).toBe(false);
  expect(isRebased(version(1, "a"), version(2, "b"))).toBe(true);
});

test("a version's label has the time of its push and its number of commits", () => {
  const now = new Date("2026-01-03T00:00:00Z");
  expect(describeVersion(version(1, "a"), now)).toBe("2 days ago");
  expect(describeVersion({ ...version(1, "a"), commits_count: 1 }, now)).toBe("2 days ago · 1 commit");
  expect(describeVersion({ ...version(1, "a"), commits_count: 12 }, now)).toBe("2 days ago · 12 commits");
});
