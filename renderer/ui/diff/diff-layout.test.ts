import { expect, test } from "vitest";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { changedFile } from "../../../shared/testing/changed-file.ts";
import {
  fileIndexAt,
  filePositionAt,
  heights,
  layoutDiff,
  layoutOf,
  nearBlocks,
  visibleRows,
} from "./diff-layout.ts";
import { bodyNote } from "./diff-model.ts";
import { nextStep, stepAt, topOf } from "./use-diff-cursor.ts";

const summary = (rows: number, ...changes: number[]): DiffSummary => ({
  unifiedRows: rows,
  splitRows: rows - 1,
  added: 1,
  removed: 1,
  longest: 10,
  unifiedChanges: changes,
  splitChanges: changes,
  fingerprint: "",
  hiddenLines: 0,
});

const files = [changedFile("a"), changedFile("b"), changedFile("c", { renamed_file: true, diff: "" })];
const summaries = [summary(10, 2, 7), summary(5, 1), summary(0)];

test("files are laid out below each other", () => {
  const { fileLayouts, height } = layoutDiff(files, summaries, "unified", new Set([1]));
  expect(fileLayouts.map(({ body }) => body)).toEqual([200, 0, heights.note]);
  expect(fileLayouts.map(({ top }) => top)).toEqual([0, 248, 296]);
  expect(height).toBe(372);
  expect([0, 247, 248, 400].map((y) => filePositionAt(fileLayouts, y))).toEqual([0, 0, 1, 2]);
});

test("files are laid out and stepped through in their order, and found by index", () => {
  const layout = layoutDiff(files, summaries, "unified", new Set(), new Map(), [1, 2, 0]);
  expect(layout.fileLayouts.map(({ index, top }) => [index, top])).toEqual([
    [1, 0],
    [2, 148],
    [0, 236],
  ]);
  expect([0, 1, 2].map((index) => layoutOf(layout, index)?.top)).toEqual([236, 0, 148]);
  expect([0, 148, 500].map((y) => fileIndexAt(layout, y))).toEqual([1, 2, 0]);
  const step = { file: 1, row: 1 };
  expect(nextStep(layout, summaries, "unified", step, 1)).toEqual({ file: 0, row: 2 });
  expect(nextStep(layout, summaries, "unified", { file: 0, row: 2 }, -1)).toEqual(step);
  expect(nextStep(layout, summaries, "unified", { file: 0, row: 7 }, 1)).toBeNull();
  expect(topOf(layout, { file: 0, row: 2 })).toBe(236 + heights.header + 2 * heights.row);
  expect(stepAt(layout, 240)).toMatchObject({ file: 0 });
});

test("rows are read in whole blocks", () => {
  const [fileLayout] = layoutDiff([changedFile("a")], [summary(1_000)], "unified", new Set()).fileLayouts;
  if (!fileLayout) throw new Error("no layout");
  expect(visibleRows(fileLayout, 0, 600)).toEqual([0, 50]);
  expect(visibleRows(fileLayout, 5_000, 5_600)).toEqual([200, 300]);
  expect(visibleRows(fileLayout, 90_000, 90_600)[0]).toBe(1_000);
});

test("steps go from change to change, over files, past collapsed ones", () => {
  const all = layoutDiff(files, summaries, "unified", new Set());
  expect(nextStep(all, summaries, "unified", { file: 0, row: -1 }, 1)).toEqual({ file: 0, row: 2 });
  expect(nextStep(all, summaries, "unified", { file: 0, row: 7 }, 1)).toEqual({ file: 1, row: 1 });
  expect(nextStep(all, summaries, "unified", { file: 1, row: 1 }, -1)).toEqual({ file: 0, row: 7 });
  expect(nextStep(all, summaries, "unified", { file: 1, row: 1 }, 1)).toBeNull();
  const closed = layoutDiff(files, summaries, "unified", new Set([0]));
  expect(nextStep(closed, summaries, "unified", { file: 0, row: -1 }, 1)).toEqual({ file: 1, row: 1 });
});

test.each([
  [{ renamed_file: true, diff: "" }, "Renamed"],
  [{ a_mode: "100644", b_mode: "100755", diff: "" }, "mode"],
  [{ new_file: true, diff: "" }, "New file"],
  [{ deleted_file: true, diff: "" }, "deleted"],
  [{ diff: "Binary files a/x and b/x differ\n" }, "Binary file changed"],
  [{ new_file: true, diff: "Binary files a/x and b/x differ\n" }, "New binary file"],
  [{ deleted_file: true, diff: "Binary files a/x and b/x differ\n" }, "Binary file deleted"],
  [{ too_large: true, diff: "" }, "too large"],
])("%j is explained", (more, words) => {
  expect(bodyNote(changedFile("x", more), summary(0))).toContain(words);
});

test("rows in view are requested before those around them", () => {
  const files = [changedFile("a.ts"), changedFile("b.ts")];
  const summary = { unifiedRows: 200, splitRows: 200 } as DiffSummary;
  const summaries = files.map(() => summary);
  const layout = layoutDiff(files, summaries, "unified", new Set());
  const blocks = nearBlocks(layout, files, summaries, [2_100, 2_900], new Map());
  expect(blocks.map(({ file, from }) => [file, from])).toEqual([
    [0, 100],
    [0, 50],
    [0, 150],
  ]);
});
