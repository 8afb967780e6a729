import { expect, it } from "vitest";
import { inParallel } from "./in-parallel.ts";

const items = [1, 2, 3, 4, 5, 6, 7, 8];

/** Records the items that were begun, and how many were under way at a time. */
function recorder(onItem: (item: number) => void) {
  const begun: number[] = [];
  const underWay = { now: 0, highest: 0 };
  const work = async (item: number) => {
    begun.push(item);
    underWay.now++;
    underWay.highest = Math.max(underWay.highest, underWay.now);
    await Promise.resolve();
    underWay.now--;
    onItem(item);
  };
  return { begun, underWay, work };
}

it("works on a few items at a time and begins none once it was canceled", async () => {
  const controller = new AbortController();
  const { begun, underWay, work } = recorder((item) => {
    if (item === 4) controller.abort();
  });
  await inParallel(items, 3, work, controller.signal);
  expect(underWay.highest).toBe(3);
  expect(begun.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(begun.length).toBeLessThan(8);
});

it("throws the first error and begins nothing after it", async () => {
  const { begun, work } = recorder((item) => {
    if (item === 2) throw new Error("second");
  });
  await expect(inParallel(items, 2, work)).rejects.toThrow("second");
  expect(begun.length).toBeLessThan(5);
});
