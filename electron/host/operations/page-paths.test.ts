import { expect, it } from "vitest";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { firstPage } from "./page-paths.ts";

it("begins a whole list with the most entries that a service sends", () => {
  expect(firstPage("/projects/1/repository/tree?page=3")).toBe("/projects/1/repository/tree?per_page=100");
  const own = listTree.localPageSize;
  expect(firstPage("/tree?per_page=100", own)).toBe(`/tree?per_page=${own}`);
  expect(firstPage("/tree", own)).toBe(`/tree?per_page=${own}`);
  // Fewer than the most are what a caller wants.
  expect(firstPage("/tree?per_page=30", own)).toBe("/tree?per_page=30");
});
