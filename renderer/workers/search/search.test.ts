import { expect, test } from "vitest";
import { globMatcher } from "./glob.ts";
import { searchPattern, searchText } from "./search-text.ts";

const plain = { regex: false, matchCase: false, wholeWord: false };

test.each([
  ["*.ts", "src/a.ts", true],
  ["*.ts", "src/a.tsx", false],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/b/a.ts", false],
  ["src/**/*.ts", "src/b/c/a.ts", true],
  ["src/**/*.ts", "src/a.ts", true],
  ["src", "src/b/a.ts", true],
  ["docs/", "x/docs/a.md", true],
  ["*.{ts,md}", "a.md", true],
  ["*.go, *.md", "x/a.md", true],
  ["a?c", "abc", true],
  ["a.b", "axb", false],
  ["./src/a.ts", "src/a.ts", true],
])("%s and %s: %s", (glob, path, matches) => {
  expect(globMatcher(glob)?.(path)).toBe(matches);
});

test("no glob matches everything", () => {
  expect(globMatcher(" , ")).toBeNull();
});

test("lines are found with their numbers and marks", () => {
  const { hits, total } = searchText("one\r\nTwo two\nthree", searchPattern("two", plain));
  expect(total).toBe(1);
  expect(hits).toEqual([
    {
      line: 2,
      text: "Two two",
      marks: [
        [0, 3],
        [4, 7],
      ],
    },
  ]);
});

test("case, whole words and patterns are options", () => {
  const count = (query: string, options: object) =>
    searchText("Tide tides\ntide(1)\nüber\n", searchPattern(query, { ...plain, ...options })).total;
  expect(count("tide", { matchCase: true })).toBe(2);
  expect(count("tide", { wholeWord: true })).toBe(2);
  expect(count("ber", { wholeWord: true })).toBe(0);
  expect(count("tide(1)", {})).toBe(1);
  expect(count("^tide\\(\\d\\)$", { regex: true })).toBe(1);
  expect(() => count("(", { regex: true })).toThrow();
  expect(count("x*", { regex: true })).toBe(0);
});

test("a long line is cut around its match", () => {
  const { hits } = searchText(
    `${"a".repeat(5_000)}needle${"b".repeat(5_000)}`,
    searchPattern("needle", plain),
  );
  const [hit] = hits;
  expect(hit?.text.length).toBe(240);
  expect(hit?.text.slice(...(hit.marks[0] ?? []))).toBe("needle");
});
