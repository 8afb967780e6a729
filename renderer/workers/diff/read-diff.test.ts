import { expect, test } from "vitest";
import { compareTexts, splitLines } from "./compare-texts.ts";
import { ParsedFileDiff, searchDiff } from "./diff-rows.ts";
import { expandPatch } from "./expand-patch.ts";
import { findMoves } from "./find-moves.ts";

const read = (diff: string, path = "a.ts", reading = {}) =>
  ParsedFileDiff.read({ diff, path, identity: path }, reading);
const text = (count: number, change: (line: string, number: number) => string = (line) => line) =>
  Array.from({ length: count }, (_, i) => `${change(`line ${i + 1}`, i + 1)}\n`).join("");

const before = text(40);
const after = text(40, (line, number) => (number === 10 || number === 30 ? `${line} changed` : line));
const patch = compareTexts(before, after);

test("a line is found by its number on either side, or the last one before it", async () => {
  const file = await read(patch);
  const rows = file.unified(0, file.summary.unifiedRows);
  const at = (side: "old" | "new", line: number) => rows[file.locate(side, line).unified];
  expect(at("new", 10)?.text).toBe("line 10 changed");
  expect(at("old", 10)).toMatchObject({ kind: "removed", text: "line 10" });
  expect(at("new", 20)?.newLine).toBe(13);
  expect(file.locate("new", 1)).toEqual({ unified: -1, split: -1 });
  const { split } = file.locate("old", 30);
  expect(file.split(split, split + 1)[0]?.left?.text).toBe("line 30");
});

test("a change has the same fingerprint when it moves in its file, and another when it differs", async () => {
  const moved = compareTexts(`top\n${before}`, `top\n${after}`);
  expect((await read(moved)).summary.fingerprint).toBe((await read(patch)).summary.fingerprint);
  const other = compareTexts(before, after.replace("line 30 changed", "line 30 again"));
  expect((await read(other)).summary.fingerprint).not.toBe((await read(patch)).summary.fingerprint);
  expect((await read(patch, "b.ts")).summary.fingerprint).not.toBe((await read(patch)).summary.fingerprint);
});

test("more context is shown, and adjacent hunks are merged", () => {
  const { lines } = splitLines(after);
  const around = expandPatch(patch, lines, [{ from: 14, to: 18 }]);
  expect(around.match(/^@@/gm)).toHaveLength(2);
  expect(around.split("\n")[0]).toBe("@@ -7,11 +7,11 @@");
  const joined = expandPatch(patch, lines, [{ from: 14, to: 27 }]);
  expect(joined.match(/^@@.*/gm)).toEqual(["@@ -7,27 +7,27 @@"]);
  expect(expandPatch(patch, lines, [{ from: 1, to: 1e9 }])).toBe(
    compareTexts(before, after, 1_000).replace(/^@@.*/, "@@ -1,40 +1,40 @@"),
  );
});

test("hunks without old or new lines expand as well", () => {
  const added = compareTexts(before, before.replace("line 20\n", "line 20\nnew\n"), 0);
  expect(expandPatch(added, splitLines(before.replace("line 20\n", "line 20\nnew\n")).lines, [])).toBe(
    "@@ -20,0 +21,1 @@\n+new\n",
  );
  const removed = compareTexts(before, before.replace("line 20\n", ""), 0);
  const { lines } = splitLines(before.replace("line 20\n", ""));
  expect(expandPatch(removed, lines, [{ from: 18, to: 21 }])).toBe(
    "@@ -18,4 +18,3 @@\n line 18\n line 19\n-line 20\n line 21\n",
  );
});

test("lines that differ in blanks alone can be passed over", async () => {
  const blanks = compareTexts("a\nb\nc\n", "  a\nb changed\n\tc\n");
  const file = await read(blanks, "a.ts", { ignoreWhitespace: true });
  expect(file.unified(1, 10).map(({ kind, text }) => [kind, text])).toEqual([
    ["context", "  a"],
    ["removed", "b"],
    ["added", "b changed"],
    ["context", "\tc"],
  ]);
  expect(file.summary).toMatchObject({ added: 1, removed: 1 });
});

test("moved lines name their other position", async () => {
  const block = "const first = one();\nconst second = two();\nconst third = three();\n";
  const from = await read(compareTexts(`${block}rest\n`, "rest\n"), "from.ts");
  const to = await read(compareTexts("top\n", `top\n${block.replaceAll("const", "  const")}`), "to.ts");
  expect(findMoves([from, to])).toEqual([0, 1]);
  expect(from.unified(1, 2)[0]?.moved).toBe("Moved to to.ts:2");
  expect(to.unified(2, 3)[0]?.moved).toBe("Moved from from.ts:1");
});

test("a search finds lines on both sides, in files that are not drawn", async () => {
  const files = [await read(patch, "a.ts"), await read(patch, "b.ts")];
  const { hits, total } = searchDiff(files, /line 30\b/);
  expect(total).toBe(4);
  expect(hits.map(({ file, side, line }) => [file, side, line])).toEqual([
    [0, "old", 30],
    [0, "new", 30],
    [1, "old", 30],
    [1, "new", 30],
  ]);
});

test("lines from another branch are faded", async () => {
  const file = await ParsedFileDiff.read({
    diff: patch,
    path: "a.ts",
    identity: "a.ts",
    faded: { old: [10], new: [10] },
  });
  const faded = file.unified(0, file.summary.unifiedRows).filter((line) => line.faded);
  expect(faded.map(({ text }) => text)).toEqual(["line 10", "line 10 changed"]);
});
