import { expect, it } from "vitest";
import { anyText, day, flag, oneOf, readSearch } from "./search-fields.ts";

const fields = { q: anyText, sort: oneOf("asc", "desc"), since: day, all: flag };

it("reads the parameters that a view knows, as far as they say something", () => {
  expect(readSearch(fields, { q: "a b", sort: "desc", since: "2026-02-28", all: "1", other: "x" })).toEqual({
    q: "a b",
    sort: "desc",
    since: "2026-02-28",
    all: "1",
  });
});

it("leaves out what is absent or unknown, as in an address typed by hand", () => {
  expect(readSearch(fields, {})).toEqual({});
  expect(readSearch(fields, { q: 7, sort: "up", since: "2026-02-30", all: "yes" })).toEqual({});
  expect(readSearch(fields, { since: "yesterday" })).toEqual({});
});
