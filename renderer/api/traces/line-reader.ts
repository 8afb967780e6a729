import { type TraceEnd, type TraceUpdate, traceReads, traceRoutes } from "../../../shared/host/traces.ts";
import { Notifier } from "../../../shared/notifier.ts";
import type {
  ComparisonSummary,
  Finding,
  TraceDiffRow,
  TraceLine,
  TraceSection,
  TraceSource,
  TraceSummary,
} from "../../../shared/trace-types.ts";
import { callHost, fetchHost, toProblem } from "../fetch-host.ts";
import { followTrace } from "./follow-trace.ts";
import { createTraceSearcher, type TraceSearcher } from "./search-traces-in-host.ts";
import { pathOfTrace, readLines } from "./trace-requests.ts";

/** Reads and searches the lines of a trace, which the host mirrors; line numbers from 0. */
export interface LineReader extends TraceSearcher {
  /** Calls back as the summary changes, at most every 50 ms; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** State of the trace; null before the first update of the host. */
  readonly summary: () => TraceSummary | null;
  /** A line that is in memory; undefined until {@link requestLines} has read it. */
  readonly lineAt: (line: number) => TraceLine | undefined;
  /** Reads those of these lines that are not in memory, with the ones around them. */
  requestLines(lines: readonly number[]): void;
  /** Calls back after such lines were read, with another value of {@link linesRead}. */
  readonly subscribeLines: (listener: () => void) => () => void;
  readonly linesRead: () => number;
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
  sections(): Promise<readonly TraceSection[]>;
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
export function openLineReader(source: TraceSource): LineReader {
  const path = pathOfTrace(source);
  const closed = new AbortController();
  const changes = new Notifier();
  const linesRead = new Notifier();
  let timesRead = 0;
  let summary: TraceSummary | null = null;
  let tail: readonly TraceLine[] = [];
  /** The last lines of an update before: while a log grows, they are still in view. */
  let tailBefore: readonly TraceLine[] = [];
  const take = (update: TraceUpdate) => {
    if (update.summary.generation !== summary?.generation) {
      tailBefore = [];
      cache.close();
      cache = createCache();
    } else if (update.tail[0]?.number !== tail[0]?.number) tailBefore = tail;
    summary = update.summary;
    tail = update.tail;
    restart(summary);
    changes.notify();
  };
  let follows = false;
  const follow = async () => {
    if (follows || closed.signal.aborted) return;
    follows = true;
    await followTrace(source, take, closed.signal);
    follows = false;
  };
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
  const readLines = async (from: number, to: number, signal?: AbortSignal): Promise<readonly TraceLine[]> =>
    knownLines(from, to) ??
    orFollow(callHost(traceReads.lines, { ...path, generation: generation(), from, to }, signal));
  const createCache = () =>
    new ItemCache<TraceLine>(readLines, () => {
      timesRead++;
      linesRead.notify();
    });
  let cache = createCache();
  const knownLine = (line: number) => knownLines(line, line + 1)?.[0];
  const readText = async (from: number, to: number, signal?: AbortSignal) => {
    const address = { ...path, generation: generation(), from, to };
    return (await orFollow(fetchHost(traceRoutes.text, address, signal ? { signal } : {}))).text();
  };
  const { restart, stop, ...search } = createTraceSearcher(source, generation);
  void follow();
  return {
    ...search,
    subscribe: changes.subscribe,
    summary: () => summary,
    lineAt: (line) => knownLine(line) ?? cache.get(line),
    requestLines(lines) {
      const missing = lines.filter((line) => !knownLine(line));
      const { lines: count = 0, bytes = 0 } = summary ?? {};
      if (missing.length > 0) cache.request(missing, count, `${count} ${bytes}`);
    },
    subscribeLines: linesRead.subscribe,
    linesRead: () => timesRead,
    knownLines,
    readLines,
    readRest() {
      // Without it the rest is read a moment later.
      if (!summary?.complete || summary.analysed < summary.size)
        callHost(traceRoutes.rest, path).catch(() => undefined);
    },
    end: (signal) => callHost(traceReads.end, path, signal),
    lineText: (line) => readText(line, line + 1),
    readText,
    sections: () => orFollow(callHost(traceReads.sections, { ...path, generation: generation() })),
    findings: (limit) =>
      orFollow(callHost(traceReads.findings, { ...path, generation: generation(), limit })),
    compare: (other, callbacks, signal) =>
      orFollow(compareTraces(source, generation(), other.jobId, callbacks, signal)),
    close() {
      closed.abort();
      stop();
      cache.close();
    },
  };
}

/** Two traces line by line; the baseline, such as the last success, is on the left. */
export interface TraceDiff extends ComparisonSummary {
  /** Rows `from` to `to` (exclusive). */
  readRows(from: number, to: number, signal?: AbortSignal): Promise<readonly TraceDiffRow[]>;
  /** Opens a fold; returns the new number of rows. */
  unfold(row: number): Promise<number>;
  /** The row of the next change after a row, or of the one before; null for none. */
  nextChange(row: number, backwards: boolean): Promise<number | null>;
}

interface ComparisonCallbacks {
  /** Called with the share of the traces that was read, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Called when a read finds that the host has closed the comparison, such as one that was not used for long. */
  readonly onEnded?: () => void;
}

/** Compares a generation of a trace with that of another job. Rejects where one of them cannot be read. */
async function compareTraces(
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
  const path = pathOfTrace(source);
  const address = { ...path, generation, with: other };
  for await (const update of readLines(traceRoutes.compare, address, { signal })) {
    if ("share" in update) onProgress?.(update.share);
    else if ("problem" in update) throw new Error(update.problem);
    else {
      const { comparison, summary } = update;
      return {
        ...summary,
        readRows: (from, to, rowsSignal) =>
          orEnded(callHost(traceReads.comparedRows, { ...path, comparison, from, to }, rowsSignal)),
        unfold: (row) => orEnded(callHost(traceReads.unfold, { ...path, comparison, row })),
        nextChange: (row, backwards) =>
          orEnded(callHost(traceReads.nextChange, { ...path, comparison, row, backwards })),
      };
    }
  }
  throw new Error("The comparison was not finished.");
}

type ReadItems<T> = (from: number, to: number) => Promise<readonly T[]>;

const blockItems = 64;
/** Blocks in memory at most. */
const maxBlocks = 64;

interface Block<T> {
  items: readonly T[];
  /** The list's end when the block was read; the last block is read again when it changes. */
  stamp: string;
}

/**
 * Items of a long list near what is in view, such as lines of a log, read in blocks. A block that grows is shown as it
 * was until it has been read again.
 */
export class ItemCache<T> {
  readonly #read: ReadItems<T>;
  readonly #onChange: () => void;
  readonly #blocks = new Map<number, Block<T>>();
  readonly #reading = new Map<number, string>();
  #closed = false;

  /** `onChange` is called when items were read. */
  constructor(read: ReadItems<T>, onChange: () => void) {
    this.#read = read;
    this.#onChange = onChange;
  }

  /** Returns an item, undefined until it is read. */
  get(index: number): T | undefined {
    return this.#blocks.get(Math.floor(index / blockItems))?.items[index % blockItems];
  }

  /**
   * Reads the blocks of these items that are missing, and the last one where `end` changed since it was read: a text
   * that identifies the end of the list.
   */
  request(indexes: readonly number[], count: number, end: string): void {
    const last = Math.floor(Math.max(0, count - 1) / blockItems);
    const wanted = new Set(indexes.map((index) => Math.floor(index / blockItems)));
    for (const index of wanted) {
      const stamp = index >= last ? end : "whole";
      const block = this.#blocks.get(index);
      if (block?.stamp === stamp || this.#reading.get(index) === stamp) continue;
      // One read at a time: the next request reads later items.
      if (this.#reading.has(index) && block) continue;
      this.#load(index, stamp);
    }
    for (const index of this.#blocks.keys()) {
      if (this.#blocks.size <= maxBlocks) break;
      if (!wanted.has(index)) this.#blocks.delete(index);
    }
  }

  close(): void {
    this.#closed = true;
  }

  #load(index: number, stamp: string): void {
    this.#reading.set(index, stamp);
    this.#read(index * blockItems, (index + 1) * blockItems).then(
      (items) => {
        this.#reading.delete(index);
        if (this.#closed) return;
        this.#blocks.delete(index);
        this.#blocks.set(index, { items, stamp });
        this.#onChange();
      },
      () => {
        this.#reading.delete(index);
      },
    );
  }
}
