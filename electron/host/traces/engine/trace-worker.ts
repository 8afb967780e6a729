import { once } from "node:events";
import type {
  Finding,
  LineMatches,
  TraceLine,
  TraceQuery,
  TraceSection,
} from "../../../../shared/trace-types.ts";
import { defineWorker, Transferred, type WorkerCall } from "../../../../shared/workers/define-worker.ts";
import { threadEndpoint } from "../../../system/threads.ts";
import {
  type ComparedFile,
  compareFiles,
  type FileComparisonSummary,
  openComparison,
  type RowRef,
} from "./compare/compare-files.ts";
import type { IndexReport } from "./indexed-trace.ts";
import {
  openStoredTrace,
  type StoredExtent,
  type StoredTrace,
  type TraceFiles,
} from "./open-stored-trace.ts";
import { matchPattern, rangesIn } from "./search/match-lines.ts";
import { type PieceMatches, type SearchedPiece, searchPiece } from "./search/search-piece.ts";
import { plainTraceLines, showEnd, showLines } from "./show-lines.ts";
import { TraceFileBytes } from "./trace-bytes.ts";
import { endWarmUp, warmUpSearching, warmUpShowing } from "./warm-up.ts";

const open = new Map<string, StoredTrace>();
let isAnalysisPaused = false;

function find(id: string): StoredTrace {
  const stored = open.get(id);
  if (!stored) throw new Error("The trace is no longer open");
  return stored;
}

interface Lines {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Matches of a line that are returned with their positions. */
const maxRangesInLine = 1_000;

/** Methods of the host's threads. Each thread has all of them; the host decides which ones it calls. */
const methods = {
  /** Resolves once lines are shown, or searched, as fast as they will be. */
  warmUp: ({ forSearch }: { forSearch: boolean }): Promise<void> =>
    forSearch ? warmUpSearching() : warmUpShowing(),
  /** Indexes a stored trace until the call is canceled; emits what is known of it. */
  async open(
    { id, files, extent }: { id: string; files: TraceFiles; extent: StoredExtent },
    { signal, emit }: WorkerCall<IndexReport>,
  ): Promise<void> {
    const stored = openStoredTrace(files, extent, emit, () => isAnalysisPaused);
    open.set(id, stored);
    const closed = once(signal, "abort");
    void closed.then(() => stored.close());
    try {
      await stored.grow(extent);
      await closed;
    } finally {
      stored.close();
      open.delete(id);
    }
  },
  /** More of a trace is stored now. */
  grow: ({ id, extent }: { id: string; extent: StoredExtent }): Promise<void> => find(id).grow(extent),
  /** Pauses or resumes the analysis, to free the processor for other threads; lines are still indexed and read. */
  pauseAnalysis({ isPaused }: { isPaused: boolean }): void {
    isAnalysisPaused = isPaused;
  },
  lines: ({ id, from, to }: Lines): TraceLine[] => showLines(find(id).trace, from, to),
  /** The last lines of a trace of which nothing else is known. */
  showEnd: ({ bytes, isWhole }: { bytes: Uint8Array; isWhole: boolean }): TraceLine[] =>
    showEnd(bytes, isWhole),
  /** Plain text of lines, each of at most `maxBytes`. */
  plain: ({ id, from, to, maxBytes }: Lines & { maxBytes: number }): string[] =>
    plainTraceLines(find(id).trace, from, to, maxBytes),
  sections: ({ id }: { id: string }): readonly TraceSection[] => find(id).trace.sections(),
  findings: ({ id, limit }: { id: string; limit: number }): Finding[] => find(id).trace.findings(limit),

  /** Searches a part of a trace. Throws where the query is not a pattern. */
  async search(
    { path, piece }: { path: string; piece: SearchedPiece },
    { signal }: WorkerCall<never>,
  ): Promise<Transferred<PieceMatches>> {
    endWarmUp();
    const source = new TraceFileBytes(path);
    try {
      const found = await searchPiece(source, piece, signal);
      return new Transferred(found, [found.matches.buffer]);
    } finally {
      source.close();
    }
  },
  /** Returns where texts match, those without a match left out; `from` is the number of the first one. */
  ranges({
    texts,
    from,
    query,
  }: {
    texts: readonly string[];
    from: number;
    query: TraceQuery;
  }): LineMatches[] {
    const pattern = matchPattern(query);
    return texts.flatMap((text, i) => {
      const ranges = rangesIn(text, pattern.line, maxRangesInLine);
      return ranges.length > 0 ? [{ line: from + i, ranges }] : [];
    });
  },

  /** Compares two traces; emits the share that was read, from 0 to 1. */
  compare: (
    { left, right }: { left: ComparedFile; right: ComparedFile },
    { emit }: WorkerCall<number>,
  ): Promise<FileComparisonSummary> => compareFiles(left, right, emit),
  compareRows: ({ from, to }: { from: number; to: number }): RowRef[] => openComparison().read(from, to),
  unfold({ row }: { row: number }): number {
    openComparison().unfold(row);
    return openComparison().rows;
  },
  nextChange: ({ row, backwards }: { row: number; backwards: boolean }): number | null =>
    openComparison().nextChange(row, backwards),
};

export type TraceThreadMethods = typeof methods;
defineWorker(methods, { endpoint: threadEndpoint() });
