import { expect, test } from "vitest";
import { byPerson, contributionsOf, countWeeks, signedLines } from "./contributors-view.tsx";

test("lines that were not counted are not shown as zero", () => {
  expect(signedLines("+", null)).toBe("Not counted");
  expect(signedLines("+", 0)).toBe("+0");
  expect(signedLines("−", 1200)).toBe("−1,200");
});

const at = (date: string) => Date.parse(date);

test("weeks begin on Monday and leave no gap", () => {
  const weeks = countWeeks([
    at("2026-02-02T00:00:00Z"),
    at("2026-02-08T23:59:59Z"),
    at("2026-02-17T12:00:00Z"),
  ]);
  expect(weeks.map(({ count }) => count)).toEqual([2, 0, 1]);
  expect(new Date(weeks[0]?.start ?? 0).toISOString()).toBe("2026-02-02T00:00:00.000Z");
});

test("nothing has no weeks, and a range can be given", () => {
  expect(countWeeks([])).toEqual([]);
  expect(countWeeks([at("2026-02-03")], at("2026-02-01"), at("2026-02-10"))).toHaveLength(3);
});

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
