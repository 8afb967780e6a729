import { expect, test } from "vitest";
import type { TraceSearchState } from "../../../../shared/trace/trace-types.ts";
import type { IndexReport } from "../engine/indexed-trace.ts";
import type { TraceReader } from "../reading/trace-reader.ts";
import type { TraceThreads } from "../reading/trace-threads.ts";
import { TraceSearch } from "./trace-search.ts";

const query = { text: "a", regex: false, matchCase: false, word: false };
/** Three pieces of 4 MB. */
const bytes = 12_000_000;

/** Searches a log of which each piece has one line, which matches; a piece is searched once `piece` resolves. */
function search(piece: (number: number) => Promise<unknown> | undefined) {
  const states: TraceSearchState[] = [];
  let pieces = 0;
  const call = async () => {
    const number = pieces++;
    await piece(number);
    return { lines: 1, end: number, matches: Uint32Array.of(0, 1), hits: [] };
  };
  const threads = { lendSearching: () => ({ threads: [{ call }], release: () => undefined }) };
  const report: Partial<IndexReport> = { bytes, complete: true, stamp: "none", lines: 3 };
  const reader = {
    files: { log: "" },
    report,
    subscribe: () => () => undefined,
    hold: () => () => undefined,
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const onState = (state: TraceSearchState) => {
    states.push(state);
    if (state.done) resolve();
  };
  // The mocks have the members that a search uses.
  new TraceSearch(threads as unknown as TraceThreads, reader as unknown as TraceReader, query, onState);
  return { states, done: promise };
}

test("a search that soon ends is reported once", async () => {
  const { states, done } = search(() => undefined);
  await done;
  expect(states.map(({ matches }) => matches)).toEqual([3]);
});

test("a search that lasts reports its first matches before it ends", async () => {
  const { states, done } = search((number) =>
    number === 2 ? expect.poll(() => states.length, { timeout: 20_000 }).toBe(1) : undefined,
  );
  await done;
  expect(states.map(({ done }) => done)).toEqual([false, true]);
});
