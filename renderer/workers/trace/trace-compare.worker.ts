import { compareNumbers } from "../../../shared/diff/compare-lines.ts";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../shared/workers/messages.ts";
import { DiffLayout, type RowRef } from "./compare/diff-layout.ts";
import { LineNumbers, maxLines } from "./compare/number-lines.ts";
import { traceHost } from "./trace-host.ts";
import type { TraceSource } from "./trace-types.ts";

/** A trace as far as it is compared. */
export interface ComparedTrace {
  readonly source: TraceSource;
  readonly generation: string;
  readonly size: number;
}

export interface ComparisonFacts {
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
  /** One of them is so long that only its first lines were compared. */
  readonly cut: boolean;
}

let layout: DiffLayout | undefined;

function current(): DiffLayout {
  if (!layout) throw new Error("Nothing was compared");
  return layout;
}

const methods = {
  /** Compares two traces; emits the share that was read, from 0 to 1. */
  async compare(
    { left, right }: { left: ComparedTrace; right: ComparedTrace },
    { signal, emit }: WorkerCall<number>,
  ): Promise<ComparisonFacts> {
    const numbers = new LineNumbers();
    let read = 0;
    const onRead = (bytes: number) => {
      read += bytes;
      emit(read / (left.size + right.size));
    };
    const before = await numbers.read(traceHost(left.source), left, onRead, signal);
    const after = await numbers.read(traceHost(right.source), right, onRead, signal);
    layout = new DiffLayout(compareNumbers(before, after), before.length, after.length);
    const { rows, added, removed } = layout;
    return { rows, added, removed, cut: before.length >= maxLines || after.length >= maxLines };
  },
  rows: ({ from, to }: { from: number; to: number }): RowRef[] => current().read(from, to),
  unfold({ row }: { row: number }): number {
    current().unfold(row);
    return current().rows;
  },
  nextChange: ({ row, backwards }: { row: number; backwards: boolean }): number | null =>
    current().nextChange(row, backwards),
};

export type TraceCompareMethods = typeof methods;

defineWorker(methods);
