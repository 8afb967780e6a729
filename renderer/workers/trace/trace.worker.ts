import { defineWorker } from "../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../shared/workers/messages.ts";
import { IndexedTrace } from "./indexed-trace.ts";
import { maxCopiedBytes, maxShownBytes, plainLines, showLines } from "./show-lines.ts";
import { traceHost } from "./trace-host.ts";
import type { Finding, Section, TraceFacts, TraceLine, TraceSource } from "./trace-types.ts";

const traces = new Map<number, IndexedTrace>();

function find(id: number): IndexedTrace {
  const trace = traces.get(id);
  if (!trace) throw new Error("The trace is no longer open");
  return trace;
}

interface Lines {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

const methods = {
  /** Indexes a trace under a number that the caller made up, until the call is canceled; emits its facts. */
  async open(
    { id, source }: { id: number; source: TraceSource },
    { signal, emit }: WorkerCall<TraceFacts>,
  ): Promise<void> {
    const trace = new IndexedTrace(traceHost(source), emit);
    traces.set(id, trace);
    try {
      await trace.run(signal);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    } finally {
      trace.close();
      traces.delete(id);
    }
  },
  lines: ({ id, from, to }: Lines, { signal }: WorkerCall): Promise<TraceLine[]> =>
    showLines(find(id), from, to, signal),
  /** Plain text of lines as they are shown: long ones are cut. */
  plain: ({ id, from, to }: Lines, { signal }: WorkerCall): Promise<string[]> =>
    plainLines(find(id), from, to, maxShownBytes, signal),
  async text({ id, from, to }: Lines, { signal }: WorkerCall): Promise<string> {
    return (await plainLines(find(id), from, to, maxCopiedBytes, signal)).join("\n");
  },
  sections: ({ id }: { id: number }): readonly Section[] => find(id).sections(),
  findings: ({ id, limit }: { id: number; limit: number }): Finding[] => find(id).findings(limit),
};

export type TraceMethods = typeof methods;

defineWorker(methods);
