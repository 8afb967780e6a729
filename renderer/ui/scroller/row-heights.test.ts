import { expect, it } from "vitest";
import { RowHeights } from "./row-heights.ts";

it("positions rows of one height without measuring them", () => {
  const heights = new RowHeights(20);
  expect(heights.top(20_000_000)).toBe(400_000_000);
  expect(heights.rowAt(399_999_999)).toBe(19_999_999);
  expect(heights.height(7)).toBe(20);
  expect(heights.rowAt(-3)).toBe(0);
});

it("positions rows after higher ones, and finds rows inside them", () => {
  const heights = new RowHeights(20);
  expect(
    heights.measure(
      new Map([
        [5, 60],
        [2, 40],
        [3, 20],
      ]),
    ),
  ).toBe(true);
  expect([2, 3, 5, 6, 10].map((row) => heights.top(row))).toEqual([40, 80, 120, 180, 260]);
  expect([39, 40, 79, 80, 120, 179, 180, 261].map((at) => heights.rowAt(at))).toEqual([
    1, 2, 2, 3, 5, 5, 6, 10,
  ]);
  expect(heights.total(10)).toBe(260);
  for (let row = 0; row < 12; row++) expect(heights.rowAt(heights.top(row))).toBe(row);
});

it("removes a height, and reports whether anything changed", () => {
  const heights = new RowHeights(20);
  heights.measure(new Map([[1, 40]]));
  expect(heights.measure(new Map([[1, 40]]))).toBe(false);
  expect(heights.measure(new Map([[1, 20]]))).toBe(true);
  expect(heights.top(2)).toBe(40);
});

it("has rows of any heights, lower ones too", () => {
  const heights = RowHeights.of(6, (row) => [34, 44, 44, 20, 44, 44][row] ?? 0);
  expect([0, 1, 2, 3, 4, 5, 6].map((row) => heights.top(row))).toEqual([0, 34, 78, 122, 142, 186, 230]);
  expect([0, 33, 34, 121, 122, 141, 142, 229].map((at) => heights.rowAt(at))).toEqual([
    0, 0, 1, 2, 3, 3, 4, 5,
  ]);
  expect(heights.isUniform).toBe(false);
  expect(RowHeights.of(3, () => 20).isUniform).toBe(true);
  expect(RowHeights.of(0, () => 20).rowAt(0)).toBe(0);
});

it("knows whether another list has the same heights", () => {
  const heightOf = (row: number) => (row % 2 ? 30 : 20);
  expect(RowHeights.of(4, heightOf).isSameAs(RowHeights.of(4, heightOf))).toBe(true);
  expect(RowHeights.of(4, heightOf).isSameAs(RowHeights.of(5, heightOf))).toBe(false);
  expect(new RowHeights(20).isSameAs(new RowHeights(21))).toBe(false);
});
