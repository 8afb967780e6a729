import { expect, test } from "vitest";
import type { DiffSource } from "../../../shared/diff/diff-types.ts";
import { streamSources } from "./stream-sources.ts";

const sources = (count: number, size = 10): DiffSource[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `f${index}`,
    identity: "",
    diff: "x".repeat(size),
  }));

/** Feeds a worker that takes all that it is given. */
function feed(given: readonly DiffSource[], more: boolean) {
  const controller = new AbortController();
  const taken: number[] = [];
  const closed: number[] = [];
  const feeding = streamSources(
    async (slice, start) => {
      expect(start).toBe(taken.reduce((sum, count) => sum + count, 0));
      taken.push(slice.length);
      return slice.length;
    },
    async () => void closed.push(taken.length),
    given,
    more,
    controller.signal,
  );
  return { feeding, taken, closed, controller };
}

const settled = () => new Promise((done) => setTimeout(done));

test("a little first, then ever more", async () => {
  const { feeding, taken, closed } = feed(sources(2_000), false);
  await feeding.done;
  expect(taken).toEqual([8, 32, 128, 512, 512, 512, 296]);
  expect(closed).toEqual([7]);
  const large = feed(sources(5, 40_000), false);
  await large.feeding.done;
  expect(large.taken).toEqual([1, 3, 1]);
});

test("entries are emitted as they arrive, and it resolves after the last", async () => {
  const { feeding, taken, closed } = feed(sources(3), true);
  await settled();
  expect(taken).toEqual([3]);
  feeding.add(sources(2), true);
  await settled();
  expect([taken, closed]).toEqual([[3, 2], []]);
  feeding.add([], false);
  await feeding.done;
  expect([taken, closed]).toEqual([[3, 2], [2]]);
});

test("an empty source is opened too, and one that seemed complete may continue", async () => {
  const { feeding, taken, closed } = feed([], false);
  await feeding.done;
  expect([taken, closed]).toEqual([[0], [1]]);
  feeding.add(sources(2), true);
  await settled();
  feeding.add(sources(1), false);
  await feeding.done;
  expect([taken, closed]).toEqual([
    [0, 2, 1],
    [1, 3],
  ]);
});

test("it ends without an error after an abort", async () => {
  const { feeding, taken, closed, controller } = feed(sources(1), true);
  await settled();
  controller.abort();
  await feeding.done;
  expect([taken, closed]).toEqual([[1], []]);
});
