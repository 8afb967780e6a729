import { comparisonUpdate, traceReads } from "../../../shared/host/traces.ts";
import type { ComparisonSummary, TraceDiffRow, TraceSource } from "../../../shared/trace/trace-types.ts";
import { hostFetch, toProblem } from "../host.ts";
import { jsonLinesOf, readTrace, traceRoute } from "./trace-requests.ts";

/** Two traces line by line; the baseline, such as the last success, is on the left. */
export interface TraceDiff extends ComparisonSummary {
  /** Rows `from` to `to` (exclusive). */
  readRows(from: number, to: number, signal?: AbortSignal): Promise<readonly TraceDiffRow[]>;
  /** Opens a fold; returns the new number of rows. */
  unfold(row: number): Promise<number>;
  /** The row of the next change after a row, or of the one before; null for none. */
  nextChange(row: number, backwards: boolean): Promise<number | null>;
}

export interface ComparisonCallbacks {
  /** Called with the share of the traces that was read, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Called when a read finds that the host has closed the comparison, such as one that was not used for long. */
  readonly onEnded?: () => void;
}

/** Compares a generation of a trace with that of another job. Rejects where one of them cannot be read. */
export async function compareTraces(
  source: TraceSource,
  generation: string,
  other: number,
  { onProgress, onEnded }: ComparisonCallbacks,
  signal: AbortSignal,
): Promise<TraceDiff> {
  const orEnded = <T>(read: Promise<T>): Promise<T> =>
    read.catch((error: unknown) => {
      if (toProblem(error).code === "not_found") onEnded?.();
      throw error;
    });
  const path = traceRoute(source, "compare", { generation, with: other });
  for await (const update of jsonLinesOf(comparisonUpdate, await hostFetch(path, { signal }))) {
    if ("share" in update) onProgress?.(update.share);
    else if ("problem" in update) throw new Error(update.problem);
    else {
      const { comparison, summary } = update;
      return {
        ...summary,
        readRows: (from, to, rowsSignal) =>
          orEnded(readTrace(source, traceReads.comparedRows, { comparison, from, to }, rowsSignal)),
        unfold: (row) => orEnded(readTrace(source, traceReads.unfold, { comparison, row })),
        nextChange: (row, backwards) =>
          orEnded(readTrace(source, traceReads.nextChange, { comparison, row, backwards })),
      };
    }
  }
  throw new Error("The comparison was not finished.");
}
