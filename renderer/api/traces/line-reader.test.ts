import { expect, it } from "vitest";
import { ItemCache } from "./line-reader.ts";

const setUp = () => {
  const reads: [number, number][] = [];
  const counts = { changes: 0, items: 130 };
  const cache = new ItemCache<string>(
    async (from, to) => {
      reads.push([from, to]);
      return Array.from(
        { length: Math.min(to, counts.items) - from },
        (_, i) => `${from + i}/${counts.items}`,
      );
    },
    () => {
      counts.changes++;
    },
  );
  return { cache, reads, counts };
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

it("reads what is missing once, in blocks", async () => {
  const { cache, reads, counts } = setUp();
  cache.request([3, 4, 70], 130, "a");
  cache.request([3, 4, 70], 130, "a");
  await settled();
  expect(reads).toEqual([
    [0, 64],
    [64, 128],
  ]);
  expect(counts.changes).toBe(2);
  expect([cache.get(4), cache.get(70), cache.get(129)]).toEqual(["4/130", "70/130", undefined]);
});

it("reads the last block again when the list grows, and shows the old one meanwhile", async () => {
  const { cache, reads, counts } = setUp();
  cache.request([64, 129], 130, "a");
  await settled();
  counts.items = 140;
  cache.request([64, 129], 140, "b");
  expect(cache.get(129)).toBe("129/130");
  await settled();
  expect(reads.slice(2)).toEqual([[128, 192]]);
  expect([cache.get(64), cache.get(129), cache.get(139)]).toEqual(["64/130", "129/140", "139/140"]);
});

it("takes nothing over once it is closed", async () => {
  const { cache, counts } = setUp();
  cache.request([1], 130, "a");
  cache.close();
  await settled();
  expect([cache.get(1), counts.changes]).toEqual([undefined, 0]);
});

it("reads again with the next request what could not be read", async () => {
  const reads = [Promise.reject(new Error("offline")), Promise.resolve(["a"])];
  const cache = new ItemCache<string>(
    () => reads.shift() ?? Promise.resolve([]),
    () => undefined,
  );
  cache.request([0], 1, "a");
  await settled();
  expect(cache.get(0)).toBeUndefined();
  cache.request([0], 1, "a");
  await settled();
  expect(cache.get(0)).toBe("a");
});
