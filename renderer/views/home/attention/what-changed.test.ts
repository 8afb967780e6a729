import { expect, it } from "vitest";
import { whatChanged } from "./what-changed.ts";

const seen = { updated: "2026-01-01T00:00:00Z", notes: 2, head: "a" };
const now = { updated_at: "2026-01-01T00:00:00Z", user_notes_count: 2, sha: "a" };
const later = { ...now, updated_at: "2026-01-02T00:00:00Z" };

it("returns what changed since it was last opened", () => {
  expect(whatChanged(now, undefined)).toEqual(["New"]);
  expect(whatChanged(now, seen)).toEqual([]);
  expect(whatChanged({ ...later, sha: "b", user_notes_count: 3 }, seen)).toEqual([
    "New commits",
    "1 new comment",
  ]);
  expect(whatChanged({ ...later, user_notes_count: 5 }, seen)).toEqual(["3 new comments"]);
  expect(whatChanged(later, seen)).toEqual(["Updated"]);
});
