import { expect, it } from "vitest";
import { extended, noSelection, toggled } from "./row-selection.ts";

const order = [5, 4, 3, 2, 1];
const keys = ({ selected }: { selected: ReadonlySet<string | number> }) => [...selected];

it("switches rows on and off", () => {
  const one = toggled(noSelection, [4]);
  expect(keys(one)).toEqual([4]);
  expect(keys(toggled(one, [4]))).toEqual([]);
  expect(keys(toggled(one, [4, 3]))).toEqual([4, 3]);
  expect(keys(toggled(toggled(one, [3]), [4, 3]))).toEqual([]);
});

it("extends from the row that was chosen last, both ways", () => {
  const anchored = toggled(noSelection, [3]);
  expect(keys(extended(anchored, order, 1))).toEqual([3, 2, 1]);
  expect(keys(extended(extended(anchored, order, 2), order, 5))).toEqual([3, 2, 5, 4]);
});

it("chooses the row alone where there is nothing to extend from", () => {
  expect(extended(noSelection, order, 2)).toEqual({ selected: new Set([2]), anchor: 2 });
  expect(keys(extended({ selected: new Set(), anchor: 99 }, order, 2))).toEqual([2]);
  expect(extended(noSelection, order, 99)).toBe(noSelection);
});
