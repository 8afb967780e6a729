import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { TraceMethods } from "./trace.worker.ts";
import { compareTraces, type TraceDiff } from "./trace-comparison.ts";
import { createTraceSearcher, type TraceSearcher } from "./trace-searcher.ts";
import type { Finding, Section, TraceFacts, TraceLine, TraceSource } from "./trace-types.ts";

const worker = createWorkerClient<TraceMethods>(
  () => new Worker(new URL("./trace.worker.ts", import.meta.url), { type: "module", name: "trace" }),
);

/** A trace that a worker reads; line numbers from 0. */
export interface OpenTrace extends TraceSearcher {
  /** Calls back with the facts as they change, at most every 50 ms; returns how to stop that. */
  subscribe(listener: (facts: TraceFacts) => void): () => void;
  /** Lines `from` to `to` (exclusive); fewer where there are no more. */
  readLines(from: number, to: number, signal?: AbortSignal): Promise<TraceLine[]>;
  /** The whole line as plain text. */
  lineText(line: number): Promise<string>;
  /** Plain text of the lines `from` to `to` (exclusive). */
  readText(from: number, to: number, signal?: AbortSignal): Promise<string>;
  /** Sections that were found so far, by the line that opens them. */
  sections(): Promise<readonly Section[]>;
  /** Errors and warnings that were found so far, by line; of too many all errors before any warning. */
  findings(limit: number): Promise<Finding[]>;
  /**
   * Compares this trace, on the right, with another one that is complete: such as the last success of the same job.
   * Calls back with the share that was read. Rejects with the problem of the other trace, if it cannot be read.
   */
  compare(other: TraceSource, onProgress: (share: number) => void, signal: AbortSignal): Promise<TraceDiff>;
  close(): void;
}

let last = 0;

/** Opens a trace and follows it until it is closed. */
export function openTrace(source: TraceSource): OpenTrace {
  const id = ++last;
  const closed = new AbortController();
  const listeners = new Set<(facts: TraceFacts) => void>();
  let facts: TraceFacts | undefined;
  const onPart = (next: TraceFacts) => {
    facts = next;
    for (const listener of [...listeners]) listener(next);
  };
  const open = () =>
    void worker.call("open", { id, source }, { signal: closed.signal, onPart }).catch(() => undefined);
  // A worker that was ended starts again with nothing.
  const forget = worker.onEnd(open);
  open();
  const readLines = (from: number, to: number, signal?: AbortSignal) =>
    worker.call("lines", { id, from, to }, { signal });
  const plain = (from: number, to: number) => worker.call("plain", { id, from, to });
  const { stop, extend, ...searcher } = createTraceSearcher(source, () => facts, plain);
  listeners.add(extend);
  return {
    ...searcher,
    subscribe(listener) {
      listeners.add(listener);
      if (facts) listener(facts);
      return () => void listeners.delete(listener);
    },
    readLines,
    lineText: (line) => worker.call("text", { id, from: line, to: line + 1 }),
    readText: (from, to, signal) => worker.call("text", { id, from, to }, { signal }),
    sections: () => worker.call("sections", { id }),
    findings: (limit) => worker.call("findings", { id, limit }),
    async compare(other, onProgress, signal) {
      const trace = openTrace(other);
      try {
        const there = await whole(trace, signal);
        const left = { ...trace, source: other, generation: there.generation, size: there.bytes };
        const [generation, size] = [facts?.generation ?? "", facts?.bytes ?? 0];
        const right = { source, generation, size, readLines, close: () => undefined };
        return await compareTraces(left, right, onProgress, signal);
      } catch (error) {
        trace.close();
        throw error;
      }
    },
    close() {
      forget();
      closed.abort();
      stop();
      listeners.clear();
    },
  };
}

/** Resolves once a trace is complete, as far as it can be read. */
function whole(trace: OpenTrace, signal: AbortSignal): Promise<TraceFacts> {
  const { promise, resolve, reject } = Promise.withResolvers<TraceFacts>();
  const stop = trace.subscribe((facts) => {
    if (facts.complete) resolve(facts);
    else if (facts.problem) reject(new Error(facts.problem.message));
  });
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise.finally(stop);
}
