import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { Notifier } from "../../../shared/notifier.ts";
import type { TraceSearchState } from "../../../shared/trace-types.ts";
import type { IndexReport } from "./engine/indexed-trace.ts";
import { type TraceReader, TraceThreads } from "./trace-reader.ts";
import { searchPieces, TraceSearch } from "./trace-search.ts";

describe("trace search", () => {
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
      changes: new Notifier(),
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
});

describe("search pieces", () => {
  const line = `${"a line of a log ".repeat(64)}\n`;
  const query = { text: "needle", regex: false, matchCase: false, word: false };

  /** Searches a stored log of some 20 MB; `pause` between pieces. */
  async function searchStored(threads: TraceThreads, pause: () => Promise<unknown>) {
    const folder = mkdtempSync(join(tmpdir(), "helve-search-"));
    onTestFinished(() => {
      threads.close();
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, "log");
    const text = `${line.repeat(5_000)}needle\n`.repeat(4);
    writeFileSync(path, text);
    const extent = {
      path,
      from: 0,
      size: text.length,
      ended: true,
      stamp: "none",
      query,
      maxHits: 0,
    } as const;
    let [lines, matches] = [0, 0];
    for await (const piece of searchPieces(threads, extent, new AbortController().signal)) {
      lines += piece.lines;
      matches += piece.matches.length / 2;
      await pause();
    }
    return { lines, matches };
  }

  const worker = new URL("./engine/trace-worker.ts", import.meta.url);

  test("a search that lasts longer than idle threads are kept ends with all that it finds", async () => {
    const found = await searchStored(new TraceThreads(worker, { idleMs: 1 }), () => delay(20));
    expect(found).toEqual({ lines: 20_004, matches: 4 });
  });
});
