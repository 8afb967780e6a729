import { expect, it } from "vitest";
import type { TraceSection } from "../../../../shared/trace-types.ts";
import { createLineMap, hiddenLines } from "./line-map.ts";

const section = (from: number, to: number | null, depth = 0): TraceSection => ({
  name: `s${from}`,
  header: "",
  from,
  to,
  depth,
  seconds: null,
  collapsed: false,
});
const sections = [section(2, 6), section(8, 20), section(10, 14, 1), section(20, null)];

it("hides the lines of folded sections, and keeps their headers", () => {
  expect(hiddenLines(sections, (index) => index !== 3, 30)).toEqual([
    { from: 3, to: 6 },
    { from: 9, to: 20 },
  ]);
  expect(hiddenLines(sections, (index) => index === 3, 30)).toEqual([{ from: 21, to: 30 }]);
  expect(hiddenLines(sections, (index) => index === 3, 21)).toEqual([]);
});

it("maps rows to lines and back", () => {
  const map = createLineMap(
    24,
    hiddenLines(sections, (index) => index < 2, 24),
  );
  const shown = Array.from({ length: 24 }, (_, line) => line).filter(
    (line) => !((line >= 3 && line < 6) || (line >= 9 && line < 20)),
  );
  expect(map.rows).toBe(shown.length);
  expect(shown.map((_, row) => map.lineAt(row))).toEqual(shown);
  expect(shown.map((line) => map.rowOf(line))).toEqual(shown.map((_, row) => row));
  expect(map.rowOf(4)).toBe(map.rowOf(2));
  expect(map.rowOf(19)).toBe(map.rowOf(8));
  expect([2, 3, 5, 6, 12].map((line) => map.isHidden(line))).toEqual([false, true, true, false, true]);
});

it("is the identity where nothing is folded", () => {
  const map = createLineMap(5, []);
  expect([map.rows, map.lineAt(3), map.rowOf(4), map.isHidden(1)]).toEqual([5, 3, 4, false]);
});
