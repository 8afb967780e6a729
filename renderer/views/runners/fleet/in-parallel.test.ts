import { expect, it } from "vitest";
import { inParallel } from "./in-parallel.ts";

it("works on a few items at a time and begins none once it was cancelled", async () => {
  const begun: number[] = [];
  const peak = { now: 0, most: 0 };
  const controller = new AbortController();
  await inParallel(
    [1, 2, 3, 4, 5, 6, 7, 8],
    3,
    async (item) => {
      begun.push(item);
      peak.now++;
      peak.most = Math.max(peak.most, peak.now);
      await Promise.resolve();
      peak.now--;
      if (item === 4) controller.abort();
    },
    controller.signal,
  );
  expect(peak.most).toBe(3);
  expect(begun.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(begun.length).toBeLessThan(8);
});
