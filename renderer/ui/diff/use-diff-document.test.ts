import { expect, test, vi } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffEngine, DiffSource, DiffSummary, OpenDiff } from "../../../shared/diff/diff-types.ts";
import { changedFile } from "../../../shared/testing/changed-file.ts";
import { openSession } from "./use-diff-document.ts";

const summary = { unifiedRows: 3 } as DiffSummary;

/** An engine that records its calls, and reads on demand. */
function fakeEngine() {
  const added: (readonly [paths: string[], more: boolean | undefined])[] = [];
  const paths = (sources: readonly DiffSource[]) => sources.map(({ path }) => path);
  const state = {
    read: (_start: number, _count: number): void => undefined,
    signal: undefined as AbortSignal | undefined,
  };
  const engine: DiffEngine = {
    open(sources, onSummaries, signal, _reading, more) {
      added.push([paths(sources), more]);
      state.signal = signal;
      state.read = (start, count) => onSummaries(start, new Array<DiffSummary>(count).fill(summary));
      return {
        ready: new Promise(() => {}),
        add: (further, others) => void added.push([paths(further), others]),
      } as OpenDiff;
    },
    highlight: async () => null,
    onEnd: () => () => undefined,
  };
  return { engine, added, state };
}

const [a, b, c] = ["a", "b", "c"].map((path) => changedFile(path)) as [DiffFile, DiffFile, DiffFile];

test("further files of the same comparison are added, a different comparison replaces it", () => {
  const { engine, added } = fakeEngine();
  const input = { engine, files: [a], isStreaming: true, ignoreWhitespace: false };
  const session = openSession(input, { onSummaries: () => {}, onFailure: () => {} });
  expect(session.grow({ ...input, files: [a, b] })).toBe(true);
  expect(session.grow({ ...input, files: [a, b, c], isStreaming: false })).toBe(true);
  expect(added).toEqual([
    [["a"], true],
    [["b"], true],
    [["c"], false],
  ]);
  // A second try after a break continues too.
  expect(session.grow({ ...input, files: [a, b, c] })).toBe(true);
  for (const other of [
    { ...input, files: [a, b] },
    { ...input, files: [changedFile("a"), b, c] },
    { ...input, files: [a, b, c], ignoreWhitespace: true },
    { ...input, files: [a, b, c], engine: fakeEngine().engine },
  ])
    expect(session.grow(other)).toBe(false);
  const empty = openSession({ ...input, files: [] }, { onSummaries: () => {}, onFailure: () => {} });
  expect(empty.grow({ ...input, files: [a] })).toBe(false);
});

test("summaries are emitted at once at first, then at intervals, and at the end", () => {
  vi.useFakeTimers();
  const { engine, state } = fakeEngine();
  const reported: (readonly unknown[])[] = [];
  const input = { engine, files: [a], isStreaming: true, ignoreWhitespace: false };
  const session = openSession(input, {
    onSummaries: (summaries) => reported.push(summaries.map(Boolean)),
    onFailure: () => {},
  });
  state.read(0, 1);
  expect(reported).toEqual([[true]]);
  session.grow({ ...input, files: [a, b] });
  state.read(1, 1);
  expect(reported).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(reported[1]).toEqual([true, true]);
  session.grow({ ...input, files: [a, b, c], isStreaming: false });
  expect(reported).toHaveLength(2);
  state.read(2, 1);
  vi.advanceTimersByTime(0);
  expect(reported[2]).toEqual([true, true, true]);
  session.close();
  expect(state.signal?.aborted).toBe(true);
  state.read(0, 1);
  vi.advanceTimersByTime(1_000);
  expect(reported).toHaveLength(3);
  vi.useRealTimers();
});
