import fc from "fast-check";
import { expect, test } from "vitest";
import { formatQuery, toggleTerm, withTerm } from "../../features/query-text/query-text.ts";
import { filterKeys, type MergeRequestFilter, mergeRequestListInput, parseFilter } from "./list-input.ts";

test("names, quotes and words are parsed separately", () => {
  expect(parseFilter('state:merged label:"needs review" fix: https://x.y tide "two words"')).toEqual({
    terms: [
      { key: "state", value: "merged" },
      { key: "label", value: "needs review" },
    ],
    words: 'fix: https://x.y tide "two words"',
  });
});

test("a filter reads back as it was written", () => {
  const value = fc.stringMatching(/^[^"\s][^"]{0,8}$/).filter((text) => text.trim() === text);
  const filter = fc.record({
    terms: fc.array(fc.record({ key: fc.constantFrom(...filterKeys), value }), { maxLength: 4 }),
    words: fc.constantFrom("", "one", "one two"),
  });
  fc.assert(
    fc.property(filter, (given: MergeRequestFilter) => {
      expect(parseFilter(formatQuery(given))).toEqual(given);
    }),
  );
});

test("terms are set, taken away and switched", () => {
  const filter = parseFilter("state:opened label:a label:b words");
  expect(formatQuery(withTerm(filter, "state", "closed"))).toBe("label:a label:b state:closed words");
  expect(formatQuery(withTerm(filter, "state", undefined))).toBe("label:a label:b words");
  expect(formatQuery(toggleTerm(filter, "label", "a"))).toBe("state:opened label:b words");
  expect(formatQuery(toggleTerm(filter, "label", "c"))).toBe("state:opened label:a label:b label:c words");
});

test("a filter becomes the input of a list", () => {
  const ids = new Map([["asa", 7]]);
  const input = (text: string) => mergeRequestListInput(parseFilter(text), "project", ids);
  expect(input("")).toMatchObject({ state: "opened", order_by: "updated_at", sort: "desc" });
  expect(
    input("author:@asa assignee:None reviewer:@asa label:a label:b draft:no tide in:title"),
  ).toMatchObject({
    author_id: 7,
    assignee_id: "None",
    reviewer_id: 7,
    labels: "a,b",
    wip: "no",
    search: "tide",
  });
  expect(input("created-after:2026-01-02 updated-before:2026-02-03 sort:created-asc")).toMatchObject({
    created_after: "2026-01-02T00:00:00Z",
    updated_before: "2026-02-03T23:59:59Z",
    order_by: "created_at",
    sort: "asc",
  });
  expect(input("reviewer:Any")).toMatchObject({ reviewer_id: "Any" });
  expect(input("reviewer:@nobody")).toMatchObject({ reviewer_id: 0 });
  expect(input("draft:yes")).not.toHaveProperty("in");
  expect(mergeRequestListInput(parseFilter("draft:yes"), "group", ids)).not.toHaveProperty("wip");
  expect(mergeRequestListInput(parseFilter("x in:title"), "account", ids)).toMatchObject({
    in: "title",
    scope: "all",
  });
});
