import { applyPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "./compare-texts.ts";
import { ParsedFileDiff, wordChanges } from "./diff-rows.ts";

const example = `--- a/greet.ts
+++ b/greet.ts
@@ -1,4 +1,5 @@ export function greet
 first
-const name = "world";
--- looks like a header
+const name = "moon";
+added
+more
 last
@@ -20 +21 @@
-gone
\\ No newline at end of file
+come
`;

const read = (diff: string, reading = {}) =>
  ParsedFileDiff.read({ diff, path: "file.ts", identity: "file.ts" }, reading);
const lines = async (diff: string) => {
  const file = await read(diff);
  return file.unified(0, file.summary.unifiedRows);
};

test("rows carry their kind, numbers and text", async () => {
  expect(
    (await lines(example)).map(({ kind, oldLine, newLine, text }) => [kind, oldLine, newLine, text]),
  ).toEqual([
    ["hunk", null, null, "@@ -1,4 +1,5 @@ export function greet"],
    ["context", 1, 1, "first"],
    ["removed", 2, null, 'const name = "world";'],
    ["removed", 3, null, "-- looks like a header"],
    ["added", null, 2, 'const name = "moon";'],
    ["added", null, 3, "added"],
    ["added", null, 4, "more"],
    ["context", 4, 5, "last"],
    ["hunk", null, null, "@@ -20 +21 @@"],
    ["removed", 20, null, "gone"],
    ["added", null, 21, "come"],
  ]);
});

test("a missing newline is a mark on the row before", async () => {
  expect((await lines(example)).map(({ lacksNewline }) => lacksNewline).indexOf(true)).toBe(9);
});

test("the two columns pair removed with added lines", async () => {
  const file = await read(example);
  const pairs = file.split(0, file.summary.splitRows).map(({ left, right }) => [left?.text, right?.text]);
  expect(pairs.slice(2, 5)).toEqual([
    ['const name = "world";', 'const name = "moon";'],
    ["-- looks like a header", "added"],
    [undefined, "more"],
  ]);
  expect(file.summary).toMatchObject({ added: 4, removed: 3, unifiedChanges: [2, 9], splitChanges: [2, 7] });
});

test("changed words are marked on both sides", async () => {
  const { old, new: fresh } = wordChanges('const name = "world";', 'const name = "moon";');
  expect(old.map(([start, end]) => 'const name = "world";'.slice(start, end))).toEqual(["world"]);
  expect(fresh.map(([start, end]) => 'const name = "moon";'.slice(start, end))).toEqual(["moon"]);
});

test("lines with nothing in common have no marks", async () => {
  expect(wordChanges("alpha beta", "entirely different words here")).toEqual({ old: [], new: [] });
});

test.each(["", "Binary files a/x and b/x differ\n", "--- a/x\n+++ b/x\n", "garbage\n@@ nonsense @@\n"])(
  "%j has no rows",
  async (text) => {
    expect((await read(text)).summary.unifiedRows).toBe(0);
  },
);

test("carriage returns end no row's text", async () => {
  expect((await lines("@@ -1 +1 @@\r\n-a\r\n+b\r\n")).map(({ text }) => text)).toEqual([
    "@@ -1 +1 @@",
    "a",
    "b",
  ]);
});

const text = fc
  .array(fc.constantFrom("a", "b", "--", "++", "@@ -1 +1 @@", "", " x", "é"), { maxLength: 12 })
  .map((all) => all.map((line) => `${line}\n`).join(""));

test("rows rebuild both texts, whatever they are", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const rows = await lines(compareTexts(before, after, 100));
      const side = (wanted: string) =>
        rows
          .filter(({ kind }) => kind === "context" || kind === wanted)
          .map((row) => `${row.text}\n`)
          .join("");
      if (before === after) return rows.length === 0;
      return side("removed") === before && side("added") === after;
    }),
  );
});

test("a comparison can be applied again", async () => {
  const patch = compareTexts("one\ntwo\n", "one\n2\nthree");
  expect(patch.startsWith("@@ ")).toBe(true);
  expect(applyPatch("one\ntwo\n", `--- f\n+++ f\n${patch}`)).toBe("one\n2\nthree");
});

test("the longest line is counted in columns: tabs, wide characters, and the words after a last line", async () => {
  const longestOf = async (...lines: readonly string[]) =>
    (await read(`@@ -0,0 +1 @@\n${lines.map((line) => `+${line}`).join("\n")}\n`)).summary.longest;
  expect(await longestOf("x".repeat(40))).toBe(40);
  expect(await longestOf(`\t\t${"x".repeat(40)}`)).toBe(48);
  expect(await longestOf("海".repeat(20), "y")).toBe(40);
  const cut = await read(`@@ -0,0 +1 @@\n+${"x".repeat(40)}\n\\ No newline at end of file\n`);
  expect(cut.summary.longest).toBeGreaterThan(55);
});
