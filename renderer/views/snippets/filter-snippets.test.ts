import { expect, it } from "vitest";
import type { Snippet } from "../../../shared/api/resources/project-snippets.ts";
import { filterSnippets, readFilter } from "./filter-snippets.ts";

const snippet = (id: number, title: string, more: Partial<Snippet> = {}): Snippet => ({
  id,
  title,
  file_name: null,
  description: null,
  web_url: "",
  ...more,
});
const all = [
  snippet(3, "Übersicht", { visibility: "public", updated_at: "2026-01-01T00:00:00Z" }),
  snippet(2, "Backup", {
    visibility: "private",
    updated_at: "2026-03-01T00:00:00Z",
    files: [{ path: "restore.sh", raw_url: "" }],
  }),
  snippet(1, "Colours", { visibility: "public", updated_at: "2026-02-01T00:00:00Z" }),
];
const ids = (search: Record<string, string>) => filterSnippets(all, readFilter(search)).map(({ id }) => id);

it("finds every word, in titles, files, descriptions and authors", () => {
  expect(ids({ q: "ÜBER" })).toEqual([3]);
  expect(ids({ q: "sh backup" })).toEqual([2]);
  expect(ids({ q: "backup colours" })).toEqual([]);
});

it("filters by visibility and sorts", () => {
  expect(ids({})).toEqual([3, 2, 1]);
  expect(ids({ visibility: "public" })).toEqual([3, 1]);
  expect(ids({ order: "updated" })).toEqual([2, 1, 3]);
  expect(ids({ order: "title" })).toEqual([2, 1, 3]);
  expect(ids({ visibility: "nonsense", order: "nonsense" })).toEqual([3, 2, 1]);
});
