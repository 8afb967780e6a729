import { expect, it } from "vitest";
import { createPathMatcher } from "./path-matcher.ts";

// Each is what `File.fnmatch?` of Ruby 3.1 says with the flags that the services use.
it.each([
  ["src/app/(shop)/**/*", "src/app/(shop)/page.tsx", true],
  ["docs/**", "docs/a.md", true],
  ["docs/**", "docs/a/b.md", false],
  ["docs/**/*", "docs/a/b.md", true],
  ["docs/**/*", "docs/b.md", true],
  ["**.md", "docs/a.md", false],
  ["**/a", "b/c/a", true],
  ["./docs/*", "docs/a.md", false],
  ["docs/", "docs/a.md", false],
  ["!(a)", "b", false],
  ["@(a|b)", "a", false],
  ["*", ".hidden", true],
  ["**/*", ".a/b", true],
  ["a/**/**/b", "a/b", true],
  ["x/***/y", "x/a/b/y", false],
  ["{a,{b,c}}d", "cd", true],
  ["{a,b", "{a,b", false],
  ["a}", "a}", true],
  ["{}a", "a", true],
  ["[^a]", "b", true],
  ["[!a]", "/", false],
  ["[a/b]", "a", true],
  ["[a-c]x", "bx", true],
  ["[]a]", "]", false],
  ["[a", "[a", false],
  ["[\\]]", "]", true],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["?", "é", true],
  ["file name.txt", "file name.txt", true],
  ["A.md", "a.md", false],
])("matches %s with %s: %s", (pattern, path, expected) => {
  expect(createPathMatcher(pattern)(path)).toBe(expected);
});

it("takes no more time than both lengths together ask for", () => {
  const path = `${"a".repeat(2_000)}/${"a/".repeat(500)}b`;
  expect(createPathMatcher(`${"*a".repeat(500)}c`)(path)).toBe(false);
  expect(createPathMatcher(`${"**/a*/".repeat(200)}c`)(path)).toBe(false);
});

it("refuses braces that multiply without end", () => {
  expect(() => createPathMatcher("{a,b}".repeat(20))).toThrow("more than 1000 alternatives");
});
