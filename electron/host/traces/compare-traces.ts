import type { ComparisonSummary, TraceDiffRow, TraceSpan } from "../../../shared/trace-types.ts";
import { TimeLimitError } from "../../../shared/workers/worker-client.ts";
import type { Trace } from "./trace.ts";
import type { TraceReader, TraceThread, TraceThreads } from "./trace-reader.ts";

/** Two traces line by line, in a thread of their own. Both stay open until it is closed. */
export class TraceComparison {
  readonly summary: ComparisonSummary;
  readonly #thread: TraceThread;
  readonly #left: TraceReader;
  readonly #right: TraceReader;
  readonly #releases: readonly (() => void)[];

  private constructor(
    summary: ComparisonSummary,
    thread: TraceThread,
    left: TraceReader,
    right: TraceReader,
  ) {
    this.summary = summary;
    this.#thread = thread;
    this.#left = left;
    this.#right = right;
    this.#releases = [left.hold(), right.hold()];
  }

  /**
   * Compares `right` with `left`, such as the last success; calls back with the share that was read, from 0 to 1. Throws
   * where they are too different for a comparison in time.
   */
  static async start(
    threads: TraceThreads,
    left: Trace,
    right: Trace,
    onShare: (share: number) => void,
    signal: AbortSignal,
  ): Promise<TraceComparison> {
    const thread = threads.startComparing();
    const fileOf = ({ content }: Trace) => ({ path: content.path, size: content.size });
    try {
      const input = { left: fileOf(left), right: fileOf(right) };
      const summary = await thread.call("compare", input, { signal, onPart: onShare });
      const readers = [left.reader, right.reader] as const;
      await Promise.all(readers.map((reader) => reader.ready(signal)));
      return new TraceComparison(summary, thread, ...readers);
    } catch (error) {
      thread.stop();
      if (error instanceof TimeLimitError) throw new Error("The logs are too different to compare.");
      throw error;
    }
  }

  /** Returns the rows `from` to `to` (exclusive). */
  async rows(from: number, to: number): Promise<TraceDiffRow[]> {
    const refs = await this.#thread.call("compareRows", { from, to });
    const onRight = await readSpans(
      this.#right,
      refs.map((ref) => (ref.kind === "fold" ? null : ref.right)),
    );
    const onLeft = await readSpans(
      this.#left,
      refs.map((ref) => (ref.kind === "removed" ? ref.left : null)),
    );
    return refs.map((ref): TraceDiffRow => {
      if (ref.kind === "fold") return ref;
      const spans = ref.kind === "removed" ? onLeft.get(ref.left ?? -1) : onRight.get(ref.right ?? -1);
      return { ...ref, spans: [...(spans ?? [])] };
    });
  }

  /** Shows the lines of a fold; returns how many rows there are then. */
  unfold(row: number): Promise<number> {
    return this.#thread.call("unfold", { row });
  }

  /** Returns the row of the next change after a row, or of the one before; null for none. */
  nextChange(row: number, backwards: boolean): Promise<number | null> {
    return this.#thread.call("nextChange", { row, backwards });
  }

  close(): void {
    this.#thread.stop();
    for (const release of this.#releases) release();
  }
}

/** Reads lines, those that follow each other at once. */
async function readSpans(
  reader: TraceReader,
  lines: readonly (number | null)[],
): Promise<Map<number, readonly TraceSpan[]>> {
  const wanted = lines.filter((line) => line !== null);
  const spans = new Map<number, readonly TraceSpan[]>();
  for (let i = 0; i < wanted.length; ) {
    const first = wanted[i] ?? 0;
    let count = 1;
    while (wanted[i + count] === first + count) count++;
    for (const line of await reader.lines(first, first + count)) spans.set(line.number, line.spans);
    i += count;
  }
  return spans;
}
