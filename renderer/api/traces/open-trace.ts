import { type TraceEnd, type TraceUpdate, traceReads } from "../../../shared/host/traces.ts";
import type {
  Finding,
  Section,
  TraceLine,
  TraceSource,
  TraceSummary,
} from "../../../shared/trace/trace-types.ts";
import { hostFetch, hostSend, toProblem } from "../host.ts";
import { followTrace } from "./follow-trace.ts";
import { type ComparisonCallbacks, compareTraces, type TraceDiff } from "./trace-comparison.ts";
import { readTrace, traceRoute } from "./trace-requests.ts";
import { createTraceSearcher, type TraceSearcher } from "./trace-searcher.ts";

/** A trace that the host reads; line numbers from 0. */
export interface OpenTrace extends TraceSearcher {
  /** Calls back with the summary as it changes, at most every 50 ms; returns how to stop that. */
  subscribe(listener: (summary: TraceSummary) => void): () => void;
  /** Lines `from` to `to` (exclusive) that are known already, such as the last ones; null where they have to be read. */
  knownLines(from: number, to: number): readonly TraceLine[] | null;
  /** Lines `from` to `to` (exclusive); fewer where there are no more. */
  readLines(from: number, to: number, signal?: AbortSignal): Promise<readonly TraceLine[]>;
  /** The first lines are drawn: the rest of the trace may take the processor. */
  readRest(): void;
  /** The last lines, while the rest is still read; null where the service sends only whole traces. */
  end(signal: AbortSignal): Promise<TraceEnd | null>;
  /** The whole line as plain text. */
  lineText(line: number): Promise<string>;
  /** Plain text of the lines `from` to `to` (exclusive). */
  readText(from: number, to: number, signal?: AbortSignal): Promise<string>;
  /** Sections that were found so far, by the line that opens them. */
  sections(): Promise<readonly Section[]>;
  /** Errors and warnings that were found so far, by line; of too many all errors before any warning. */
  findings(limit: number): Promise<Finding[]>;
  /**
   * Compares this trace, on the right, with that of another job once both are complete: such as the last success of the
   * same job. Calls back with the share that was read. Rejects where one of them cannot be read.
   */
  compare(other: TraceSource, callbacks: ComparisonCallbacks, signal: AbortSignal): Promise<TraceDiff>;
  close(): void;
}

/** Opens a trace and follows it until it is closed. */
export function openTrace(source: TraceSource): OpenTrace {
  const closed = new AbortController();
  const listeners = new Set<(summary: TraceSummary) => void>();
  let summary: TraceSummary | undefined;
  let tail: readonly TraceLine[] = [];
  /** The last lines of an update before: while a log grows, they are still in view. */
  let tailBefore: readonly TraceLine[] = [];
  const take = (update: TraceUpdate) => {
    if (update.summary.generation !== summary?.generation) tailBefore = [];
    else if (update.tail[0]?.number !== tail[0]?.number) tailBefore = tail;
    summary = update.summary;
    tail = update.tail;
    for (const listener of [...listeners]) listener(summary);
  };
  let follows = false;
  const follow = async () => {
    if (follows || closed.signal.aborted) return;
    follows = true;
    await followTrace(source, take, closed.signal);
    follows = false;
  };
  void follow();
  const generation = () => summary?.generation ?? "";
  /** A log that was complete is followed no longer, and may have been removed from the disk since: it is read again. */
  const orFollow = <T>(read: Promise<T>): Promise<T> =>
    read.catch((error: unknown) => {
      if (toProblem(error).code === "conflict") void follow();
      throw error;
    });
  const knownLines = (from: number, to: number): readonly TraceLine[] | null => {
    const first = tail[0]?.number;
    if (first === undefined || !summary) return null;
    if (from >= first) return tail.slice(from - first, Math.max(0, to - first));
    const firstBefore = tailBefore[0]?.number ?? Number.POSITIVE_INFINITY;
    // The last of them may have gone on since.
    if (from < firstBefore || to >= firstBefore + tailBefore.length) return null;
    return tailBefore.slice(from - firstBefore, to - firstBefore);
  };
  const readText = async (from: number, to: number, signal?: AbortSignal) => {
    const path = traceRoute(source, "text", { generation: generation(), from, to });
    return (await orFollow(hostFetch(path, signal ? { signal } : {}))).text();
  };
  const { stop, restart, ...searcher } = createTraceSearcher(source, generation);
  listeners.add(restart);
  return {
    ...searcher,
    subscribe(listener) {
      listeners.add(listener);
      if (summary) listener(summary);
      return () => void listeners.delete(listener);
    },
    knownLines,
    readLines: async (from, to, signal) =>
      knownLines(from, to) ??
      orFollow(readTrace(source, traceReads.lines, { generation: generation(), from, to }, signal)),
    readRest() {
      // Without it the rest is read a moment later.
      if (!summary?.complete || summary.analysed < summary.size)
        hostSend(traceRoute(source, "rest"), "POST").catch(() => undefined);
    },
    end: (signal) => readTrace(source, traceReads.end, {}, signal),
    lineText: (line) => readText(line, line + 1),
    readText,
    sections: () => orFollow(readTrace(source, traceReads.sections, { generation: generation() })),
    findings: (limit) =>
      orFollow(readTrace(source, traceReads.findings, { generation: generation(), limit })),
    compare: (other, callbacks, signal) =>
      orFollow(compareTraces(source, generation(), other.jobId, callbacks, signal)),
    close() {
      closed.abort();
      stop();
      listeners.clear();
    },
  };
}
