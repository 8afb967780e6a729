import { expect, it } from "vitest";
import { readSearchQuery } from "./find-blob-matches.ts";

const paths = ["src/api/read.ts", "src/api/read.test.ts", "docs/README.md", "docs/my notes.txt", "Makefile"];
const found = (search: string) => paths.filter((path) => readSearchQuery(search).accepts?.(path) ?? true);

it.each([
  ["filename:read.ts", ["src/api/read.ts"]],
  ["filename:READ*", ["src/api/read.ts", "src/api/read.test.ts", "docs/README.md"]],
  ["filename:read*.ts", ["src/api/read.ts", "src/api/read.test.ts"]],
  ["path:src/ -path:*.test.*", ["src/api/read.ts"]],
  ["path:docs extension:md", ["docs/README.md"]],
  ["-extension:ts -extension:md", ["docs/my notes.txt", "Makefile"]],
  ['filename:"my notes.txt"', ["docs/my notes.txt"]],
  ["filename:a*a", []],
  ["no filter", paths],
])("%s chooses paths", (search, expected) => {
  expect(found(search)).toEqual(expected);
});

it("leaves the text without its filters, or as it was written", () => {
  expect(readSearchQuery("two words path:src/").text).toBe("two words");
  expect(readSearchQuery("path:src/").text).toBe("");
  expect(readSearchQuery(" blank ").text).toBe(" blank ");
  expect(readSearchQuery("path: x").text).toBe("path: x");
  expect(readSearchQuery("http://a").text).toBe("http://a");
});
