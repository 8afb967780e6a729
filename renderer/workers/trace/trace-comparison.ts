import { TimeLimitError } from "../../../shared/workers/time-limit.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { RowRef } from "./compare/diff-layout.ts";
import type { ComparedTrace, ComparisonFacts, TraceCompareMethods } from "./trace-compare.worker.ts";
import type { Span, TraceDiffRow, TraceLine } from "./trace-types.ts";

/** Two traces line by line: on the left the one that is compared with, such as the last success. */
export interface TraceDiff extends ComparisonFacts {
  /** Rows `from` to `to` (exclusive). */
  readRows(from: number, to: number, signal?: AbortSignal): Promise<TraceDiffRow[]>;
  /** Shows the lines of a fold; returns how many rows there are then. */
  unfold(row: number): Promise<number>;
  /** The row of the next change after a row, or of the one before; null for none. */
  nextChange(row: number, backwards: boolean): Promise<number | null>;
  close(): void;
}

/** One side: what is compared, and how its lines are read. */
export interface ComparedSide extends ComparedTrace {
  readLines(from: number, to: number, signal?: AbortSignal): Promise<TraceLine[]>;
  close(): void;
}

/** Milliseconds for which a comparison may take without a pause. */
const limitMs = 20_000;

/** Compares in a worker of its own. Rejects where the traces are too different for a comparison in time. */
export async function compareTraces(
  left: ComparedSide,
  right: ComparedSide,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<TraceDiff> {
  const worker = createWorkerClient<TraceCompareMethods>(
    () =>
      new Worker(new URL("./trace-compare.worker.ts", import.meta.url), {
        type: "module",
        name: "trace-compare",
      }),
    { limitMs },
  );
  const close = () => {
    worker.stop();
    left.close();
    right.close();
  };
  const plain = ({ source, generation, size }: ComparedTrace) => ({ source, generation, size });
  try {
    const input = { left: plain(left), right: plain(right) };
    const facts = await worker.call("compare", input, { signal, onPart: onProgress });
    return {
      ...facts,
      async readRows(from, to, rowsSignal) {
        const refs = await worker.call("rows", { from, to }, { signal: rowsSignal });
        return withText(refs, left, right, rowsSignal);
      },
      unfold: (row) => worker.call("unfold", { row }),
      nextChange: (row, backwards) => worker.call("nextChange", { row, backwards }),
      close,
    };
  } catch (error) {
    close();
    if (error instanceof TimeLimitError) throw new Error("The logs are too different to compare.");
    throw error;
  }
}

async function withText(
  refs: readonly RowRef[],
  left: ComparedSide,
  right: ComparedSide,
  signal: AbortSignal | undefined,
): Promise<TraceDiffRow[]> {
  const onRight = await readSpans(
    right,
    refs.map((ref) => (ref.kind === "fold" ? null : ref.right)),
    signal,
  );
  const onLeft = await readSpans(
    left,
    refs.map((ref) => (ref.kind === "removed" ? ref.left : null)),
    signal,
  );
  return refs.map((ref): TraceDiffRow => {
    if (ref.kind === "fold") return ref;
    const spans = ref.kind === "removed" ? onLeft.get(ref.left ?? -1) : onRight.get(ref.right ?? -1);
    return { ...ref, spans: spans ?? [] };
  });
}

/** Reads lines, those that follow each other at once. */
async function readSpans(
  side: ComparedSide,
  lines: readonly (number | null)[],
  signal: AbortSignal | undefined,
): Promise<Map<number, readonly Span[]>> {
  const wanted = lines.filter((line) => line !== null);
  const spans = new Map<number, readonly Span[]>();
  for (let i = 0; i < wanted.length; ) {
    const first = wanted[i] ?? 0;
    let count = 1;
    while (wanted[i + count] === first + count) count++;
    for (const line of await side.readLines(first, first + count, signal)) spans.set(line.number, line.spans);
    i += count;
  }
  return spans;
}
