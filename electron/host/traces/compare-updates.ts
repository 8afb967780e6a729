import type { z } from "zod";
import type { comparisonUpdate } from "../../../shared/host/traces.ts";
import { canceled } from "../client/service-request-error.ts";
import { TraceComparison } from "./compare-traces.ts";
import { latestOf } from "./latest-of.ts";
import type { Trace } from "./trace.ts";
import type { Traces } from "./traces.ts";

type Update = z.output<typeof comparisonUpdate>;

/**
 * Compares `right`, up to its last line so far, with `left` once that is complete: yields the progress, and at last the id
 * by which rows are read.
 */
export async function* compareUpdates(
  traces: Traces,
  left: Trace,
  right: Trace,
  signal: AbortSignal,
): AsyncGenerator<Update, void> {
  const updates = latestOf<Update>(signal);
  run().then(updates.push, (error: unknown) => updates.push({ problem: traces.toProblem(error).message }));
  for await (const update of updates.values) {
    yield update;
    if (!("share" in update)) return;
  }

  async function run(): Promise<Update> {
    await Promise.all([
      readUntil(left, () => left.content.complete, signal),
      readUntil(right, () => right.isCaughtUp, signal),
    ]);
    const onShare = (share: number) => updates.push({ share });
    const compared = await TraceComparison.start(traces.threads, left, right, onShare, signal);
    if (signal.aborted) {
      compared.close();
      throw canceled();
    }
    return { comparison: traces.comparisons.add(compared), summary: compared.summary };
  }
}

/** Resolves once enough of a trace is stored. Throws the problem of one that cannot be read. */
async function readUntil(trace: Trace, isEnough: () => boolean, signal: AbortSignal): Promise<void> {
  await trace.open(signal);
  const leave = trace.follow();
  trace.readRest();
  try {
    while (!isEnough()) {
      const { problem } = trace.state;
      if (problem) throw new Error(problem.message);
      await trace.changed(signal);
    }
  } finally {
    leave();
  }
}
