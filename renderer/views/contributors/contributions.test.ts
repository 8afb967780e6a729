import { expect, test } from "vitest";
import { byPerson, contributionsOf } from "./contributions.ts";

const commit = (name: string, email: string, parents = 1) => ({
  parent_ids: Array.from({ length: parents }, (_, i) => String(i)),
  author_name: name,
  author_email: email,
  authored_date: "2026-02-03T00:00:00Z",
});

test("merges are left out, and people are distinguished by their email, as in the list of contributors", () => {
  const found = contributionsOf([
    commit("Ada", "ada@a.example"),
    commit("Ada", "ada@a.example", 2),
    commit("Ada L.", "Ada@a.example", 0),
    commit("Ada", "other@a.example"),
    { ...commit("Ada", "ada@a.example"), authored_date: "no date" },
  ]);
  expect(byPerson(found).map(({ name, times }) => [name, times.length])).toEqual([
    ["Ada", 2],
    ["Ada", 1],
  ]);
});
