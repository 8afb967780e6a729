import { setTimeout as delay } from "node:timers/promises";
import type { Finding, TraceLine, TraceSection } from "../../../../shared/trace-types.ts";
import { AnalysisPass } from "./analysis/analyser.ts";
import type { TextStyle } from "./ansi/sgr.ts";
import { LineIndex } from "./line-index.ts";
import type { StampKind } from "./line-stamp.ts";
import { shareThread } from "./share-thread.ts";
import { type RawLine, readLines, showLines } from "./show-lines.ts";
import type { TraceBytes } from "./trace-bytes.ts";

/** Milliseconds between two reports, and before the first one while lines are indexed. */
const [reportMs, firstReportMs] = [50, 20];
/** Milliseconds between two checks whether the analysis may continue. */
const resumeCheckMs = 20;
/** Bytes that are indexed at once. */
const pieceBytes = 1_048_576;
/**
 * Lines that are reported at least, the first time and later, from a multiple of `tailBlock` on: views read lines in
 * such blocks. At first no more than fits a screen, since a user waits for them.
 */
const [firstTail, minTail, tailBlock] = [64, 128, 64];

/** State of a stored trace, with its last lines. */
export interface IndexReport {
  readonly lines: number;
  /** Bytes whose lines are known. */
  readonly bytes: number;
  /** The trace has ended and all its lines are known. */
  readonly complete: boolean;
  /** Bytes that were searched for sections, errors and warnings. */
  readonly analysed: number;
  readonly sections: number;
  readonly errors: number;
  readonly warnings: number;
  /** The form of the times before lines. */
  readonly stamp: StampKind;
  readonly tail: readonly TraceLine[];
}

interface IndexedTraceOptions {
  /** Index and analysis that an earlier run stored of a complete trace. */
  readonly index?: LineIndex;
  readonly analysis?: AnalysisPass;
  /** Whether the analysis of indexed lines is paused. */
  readonly isAnalysisPaused?: () => boolean;
}

/** A stored trace whose lines are indexed as it grows; none of its bytes stay in memory. */
export class IndexedTrace {
  readonly index: LineIndex;
  readonly analysis: AnalysisPass;
  readonly #source: TraceBytes;
  readonly #onReport: (report: IndexReport) => void;
  readonly #isAnalysisPaused: () => boolean;
  #size = 0;
  #ended = false;
  #complete = false;
  #running: Promise<void> | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #reported = 0;
  #tail = { bytes: 0, analysed: 0, shown: [] as readonly TraceLine[] };

  constructor(
    source: TraceBytes,
    onReport: (report: IndexReport) => void,
    { index = new LineIndex(), analysis, isAnalysisPaused = () => false }: IndexedTraceOptions = {},
  ) {
    this.#source = source;
    this.#onReport = onReport;
    this.#isAnalysisPaused = isAnalysisPaused;
    this.index = index;
    this.analysis = analysis ?? new AnalysisPass(index, source);
  }

  report(): IndexReport {
    const { lines, bytes, stamp } = this.index;
    const { analyser } = this.analysis;
    const counts = analyser?.counts;
    return {
      lines,
      bytes,
      complete: this.#complete,
      analysed: analyser?.offset ?? 0,
      sections: counts?.sections ?? 0,
      errors: counts?.error ?? 0,
      warnings: counts?.warning ?? 0,
      stamp,
      tail: this.#readTail(),
    };
  }

  /** Yields the lines `from` to `to` (exclusive), each with at most `maxBytes`. */
  lines(from: number, to: number, maxBytes: number): Generator<RawLine> {
    return readLines(this.index, this.#source, from, to, maxBytes);
  }

  /** Returns the style that a line begins with. */
  styleAt(line: number): TextStyle {
    return this.analysis.styleAt(line);
  }

  sections(): readonly TraceSection[] {
    return this.analysis.analyser?.sections.sections ?? [];
  }

  findings(limit: number): Finding[] {
    return this.analysis.analyser?.findings.list(limit) ?? [];
  }

  /** Indexes and analyses the first `size` bytes; `ended`: there will be no more. Resolves once that is done. */
  grow(size: number, ended: boolean): Promise<void> {
    this.#size = size;
    this.#ended = ended;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Indexes all bytes on disk before it analyses any: scrolling needs the index, which is soon complete. */
  async #run(): Promise<void> {
    const turn = shareThread();
    const began = performance.now();
    while (!this.#closed) {
      const isIndexing = this.index.bytes < this.#size;
      if (isIndexing) this.#indexPiece();
      if (this.#ended && !this.#complete && this.index.bytes >= this.#size) {
        this.index.finish();
        this.#complete = true;
        // A page that waits for the last line does not wait for the next report as well.
        this.#reportNow();
      } else if (isIndexing) {
        const isFirst = this.#reported === 0 && this.index.bytes < this.#size;
        if (!isFirst || performance.now() - began > firstReportMs) this.#reportSoon();
      } else if (this.#isAnalysisPaused()) await delay(resumeCheckMs);
      else if (this.analysis.step(this.#complete)) this.#reportSoon();
      else break;
      await turn();
    }
    this.#reportNow();
  }

  #indexPiece(): void {
    const { bytes } = this.index;
    const piece = pieceBuffer.subarray(0, Math.min(pieceBytes, this.#size - bytes));
    const count = this.#source.fill(piece, bytes);
    if (count === 0) throw new Error("The stored log is shorter than it was.");
    this.index.add(piece.subarray(0, count));
  }

  #reportSoon(): void {
    const wait = this.#reported + reportMs - performance.now();
    if (this.#reported === 0 || wait <= 0) this.#reportNow();
    else this.#timer ??= setTimeout(() => this.#reportNow(), wait);
  }

  #reportNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed) return;
    const report = this.report();
    this.#reported = performance.now();
    this.#onReport(report);
  }

  #readTail(): readonly TraceLine[] {
    const { lines, bytes } = this.index;
    const analysed = this.analysis.analyser?.offset ?? 0;
    if (this.#tail.bytes !== bytes || this.#tail.analysed !== analysed) {
      const count = this.#reported === 0 ? firstTail : minTail;
      const from = Math.max(0, Math.floor((lines - count) / tailBlock) * tailBlock);
      this.#tail = { bytes, analysed, shown: showLines(this, from, lines) };
    }
    return this.#tail.shown;
  }

  /** Ends the work and reports nothing any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

/** The buffer is not used after a call, so that all traces of a thread share it. */
const pieceBuffer = Buffer.allocUnsafeSlow(pieceBytes);
