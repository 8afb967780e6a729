import { expect, it } from "vitest";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { firstByCommit, reachesBack } from "./use-pipeline-states.ts";

const pipeline = (id: number, sha: string, ref: string, created_at = "2026-01-02T00:00:00Z"): Pipeline => ({
  id,
  sha,
  ref,
  status: "success",
  created_at,
  web_url: "",
});

it("finds the newest pipeline of a commit, one of the ref first", () => {
  const find = firstByCommit([
    pipeline(5, "a", "refs/merge-requests/1/head"),
    pipeline(4, "a", "main"),
    pipeline(3, "a", "main"),
    pipeline(2, "b", "topic"),
  ]);
  expect(find("a")?.id).toBe(5);
  expect(find("a", "main")?.id).toBe(4);
  expect(find("b", "main")?.id).toBe(2);
  expect(find("c", "main")).toBeUndefined();
});

it("returns whether a list covers a commit", () => {
  const list = [pipeline(2, "a", "main"), pipeline(1, "b", "main", "2026-01-01T00:00:00Z")];
  expect(reachesBack(list, "2026-01-01T12:00:00+00:00")).toBe(true);
  expect(reachesBack(list, "2025-12-31T23:00:00Z")).toBe(false);
  // Pipelines that cannot be compared end the reading.
  expect(reachesBack(list, undefined)).toBe(true);
});
