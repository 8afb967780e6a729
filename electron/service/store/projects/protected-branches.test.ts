import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../shared/testing/rounds.ts";
import { matchesPattern } from "./protected-branches.ts";

test.each([
  ["main", "main", true],
  ["main", "main2", false],
  ["release/*", "release/1.0", true],
  ["release/*", "release/", true],
  ["release/*", "releases/1", false],
  ["*-stable", "12-9-stable", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["a*b*c", "axxbyyc", true],
  ["a*b*bc", "abc", false],
  ["*", "", true],
  ["a.c", "abc", false],
])("%s and %s: %s", (pattern, name, expected) => expect(matchesPattern(pattern, name)).toBe(expected));

test("agrees with a regular expression on short names", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "/"), maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 12 });
  fc.assert(
    fc.property(text, name, (pattern, branch) => {
      const expected = new RegExp(`^${pattern.split("*").join(".*")}$`, "s").test(branch);
      expect(matchesPattern(pattern, branch)).toBe(expected);
    }),
    { numRuns: rounds(2000) },
  );
});

test("a pattern of many stars ends on a name that nearly matches", () => {
  // A backtracking regular expression would not end.
  expect(matchesPattern(`${"*a".repeat(2000)}b`, "a".repeat(100_000))).toBe(false);
});
