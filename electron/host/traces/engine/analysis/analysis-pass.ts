import { sgrAfter } from "../ansi/sgr.ts";
import { plainStyle, type TextStyle } from "../ansi/text-style.ts";
import { blockBytes, type LineIndex } from "../line-index.ts";
import { completeLines } from "../line-stamp.ts";
import { lineStart, readLines } from "../read-lines.ts";
import type { TraceBytes } from "../trace-bytes.ts";
import { Analyser } from "./analyser.ts";

/** Bytes that are analysed at once. */
const pieceBytes = 1_048_576;
/** Bytes at the end of a line of more than a piece; the bytes between change neither styles nor findings. */
const tailBytes = 262_144;
/** Blocks before the shown one that are read for a style where the analysis has not reached them. */
const blocksBack = 4;

/** Analyses the lines that are indexed, behind the index. */
export class AnalysisPass {
  readonly #index: LineIndex;
  readonly #source: TraceBytes;
  #analyser: Analyser | undefined;

  /** `analyser`: what an earlier run stored of a trace that is complete. */
  constructor(index: LineIndex, source: TraceBytes, analyser?: Analyser) {
    this.#index = index;
    this.#source = source;
    this.#analyser = analyser;
  }

  /** Undefined before the first line is known. */
  get analyser(): Analyser | undefined {
    return this.#analyser;
  }

  /** Analyses a piece of what is indexed; `whole` also the last line. Returns whether there was something to do. */
  step(whole: boolean): boolean {
    if (this.#index.lines === 0) return false;
    this.#analyser ??= new Analyser(this.#index.stamp);
    const { offset, line } = this.#analyser;
    const { bytes: size, stamp } = this.#index;
    const to = Math.min(size, offset + pieceBytes);
    if (to <= offset) return false;
    const bytes = this.#source.read(offset, to);
    const end = whole && to === size ? bytes.length : completeLines(bytes, stamp);
    if (end > 0) this.#analyser.add(bytes.subarray(0, end));
    else if (to < size && (whole || this.#index.lines > line + 1)) this.#addLongLine(this.#analyser, bytes);
    else return false;
    return true;
  }

  /** Of a line that is longer than a piece only the beginning and the end are read. */
  #addLongLine(analyser: Analyser, bytes: Uint8Array): void {
    const { offset, line } = analyser;
    const end = lineStart(this.#index, this.#source, line + 1);
    const tail = this.#source.read(Math.max(offset + bytes.length, end - tailBytes), end);
    analyser.addLong(bytes, tail, end - offset);
  }

  /** Returns the style with which a line begins; a likely one where the analysis has not reached it. */
  styleAt(line: number): TextStyle {
    const block = this.#index.blockOf(line);
    const known = Math.floor((this.#analyser?.offset ?? 0) / blockBytes);
    const from = block < known ? block : Math.max(0, known - 1, block - blocksBack);
    let style = this.#analyser?.styleAt(from) ?? plainStyle;
    const first = this.#index.linesBefore(from);
    for (const raw of readLines(this.#index, this.#source, first, line, pieceBytes))
      style = sgrAfter(style, raw.bytes);
    return style;
  }
}
