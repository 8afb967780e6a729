import { expect, it } from "vitest";
import type { TraceDiffRow } from "../../../../shared/trace-types.ts";
import { failureRow } from "./failure-row.ts";

const equal = (left: number, right: number): TraceDiffRow => ({ kind: "equal", left, right, spans: [] });
const added = (right: number): TraceDiffRow => ({ kind: "added", left: null, right, spans: [] });
const removed = (left: number): TraceDiffRow => ({ kind: "removed", left, right: null, spans: [] });
const fold = (left: number, right: number, count: number): TraceDiffRow => ({
  kind: "fold",
  ...{ left, right, count },
});

/** A comparison, and how often its rows are read. */
function comparison(all: readonly TraceDiffRow[]) {
  const reads: number[] = [];
  return {
    reads,
    rows: all.length,
    readRows: async (from: number, to: number) => {
      reads.push(from);
      return all.slice(from, to);
    },
  };
}

it("is the first error that the other log does not have", async () => {
  const diff = comparison([
    fold(0, 0, 100),
    removed(100),
    added(100),
    equal(101, 101),
    added(102),
    added(103),
  ]);
  expect(await failureRow(diff, [40, 101, 102, 103])).toBe(4);
  expect(await failureRow(diff, [100])).toBe(2);
  expect(await failureRow(diff, [40, 101])).toBeNull();
  expect(await failureRow(diff, [])).toBeNull();
});

it("is found in a long comparison by a few reads", async () => {
  const all = Array.from({ length: 50_000 }, (_, i) =>
    i % 3 === 0 ? removed(i) : i === 40_001 ? added(i) : equal(i, i),
  );
  const diff = comparison(all);
  expect(await failureRow(diff, [40_001])).toBe(40_001);
  expect(diff.reads.length).toBeLessThan(20);
  const onlyRemoved = comparison([...Array.from({ length: 900 }, (_, i) => removed(i)), added(7)]);
  expect(await failureRow(onlyRemoved, [7])).toBe(900);
  const endsRemoved = comparison([added(7), ...Array.from({ length: 900 }, (_, i) => removed(i))]);
  expect(await failureRow(endsRemoved, [7])).toBe(0);
});
