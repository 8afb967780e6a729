import { expect, test } from "vitest";
import { readWikiRoute, titleOfSlug, type WikiRoute, wikiPath } from "./wiki-address.ts";

const partsOf = (path: string): string[] => path.split("/").filter(Boolean).map(decodeURIComponent);

test.each<WikiRoute>([
  { kind: "page", slug: "home" },
  { kind: "page", slug: "docs/Set-up" },
  { kind: "page", slug: "docs/edit" },
  { kind: "page", slug: "new" },
  { kind: "edit", slug: "new" },
  { kind: "edit", slug: "docs/edit" },
  { kind: "history", slug: "-" },
  { kind: "page", slug: "100%/å?#" },
  { kind: "new" },
  { kind: "search" },
])("an address is read as it was written: %j", (route) => {
  expect(readWikiRoute(partsOf(wikiPath(route)))).toEqual(route);
});

test("plain slashes are read too, and the wiki itself is its home page", () => {
  expect(readWikiRoute(["docs", "setup"])).toEqual({ kind: "page", slug: "docs/setup" });
  expect(readWikiRoute(["docs", "setup", "edit"])).toEqual({ kind: "edit", slug: "docs/setup" });
  expect(readWikiRoute([])).toEqual({ kind: "page", slug: "home" });
  expect(readWikiRoute(["edit"])).toEqual({ kind: "page", slug: "edit" });
});

test("a slug shows its last part", () => {
  expect(titleOfSlug("docs/Set-up-guide")).toBe("Set up guide");
});
