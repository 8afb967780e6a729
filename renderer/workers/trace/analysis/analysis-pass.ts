import { sgrAfter } from "../ansi/sgr.ts";
import { plainStyle, type TextStyle } from "../ansi/text-style.ts";
import type { BlockCache } from "../block-cache.ts";
import { blockBytes, type LineIndex } from "../line-index.ts";
import { completeLines } from "../line-stamp.ts";
import { lineStart, readLines } from "../read-lines.ts";
import { Analyser } from "./analyser.ts";

/** Bytes that are analysed at once. */
const pieceBytes = 1_048_576;
/** Bytes at the end of a line of more than a piece; what lies between changes neither styles nor findings. */
const tailBytes = 262_144;
/** Blocks before the one that is shown in which a style is looked for where the analysis has not come that far. */
const blocksBack = 4;

/** Analyses the lines that are indexed, behind the index. */
export class AnalysisPass {
  readonly #index: LineIndex;
  readonly #blocks: BlockCache;
  #analyser: Analyser | undefined;
  #running = false;
  /** Something was indexed since the last piece was looked for. */
  #more = false;

  constructor(index: LineIndex, blocks: BlockCache) {
    this.#index = index;
    this.#blocks = blocks;
  }

  /** Undefined before the first line is known. */
  get analyser(): Analyser | undefined {
    return this.#analyser;
  }

  /** Analyses what is indexed; `whole` also the last line. Calls back after each piece, and waits for it. */
  async run(
    whole: () => boolean,
    afterPiece: () => Promise<void> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    this.#more = true;
    if (this.#running || this.#index.lines === 0) return;
    this.#running = true;
    this.#analyser ??= new Analyser(this.#index.stamp);
    try {
      while (this.#more && !signal.aborted) {
        this.#more = false;
        while (await this.#piece(this.#analyser, whole(), signal)) await afterPiece();
      }
    } finally {
      this.#running = false;
    }
  }

  /** Returns whether there was something to do. */
  async #piece(analyser: Analyser, whole: boolean, signal: AbortSignal): Promise<boolean> {
    const { offset } = analyser;
    const { bytes: size } = this.#index;
    const to = Math.min(size, offset + pieceBytes);
    if (to <= offset) return false;
    const bytes = await this.#blocks.read(offset, to, signal, false);
    const end = whole && to === size ? bytes.length : completeLines(bytes, this.#index.stamp);
    if (end > 0) analyser.add(bytes.subarray(0, end));
    else if (to < size && (whole || this.#index.lines > analyser.line + 1))
      await this.#longLine(analyser, bytes, signal);
    else return false;
    return true;
  }

  /** Of a line that is longer than a piece only the beginning and the end are read. */
  async #longLine(analyser: Analyser, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const { offset, line } = analyser;
    const end = await lineStart(this.#index, this.#blocks, line + 1, signal);
    const tail = await this.#blocks.read(
      Math.max(offset + bytes.length, end - tailBytes),
      end,
      signal,
      false,
    );
    analyser.addLong(bytes, tail, end - offset);
  }

  /** Returns the style with which a line begins; a likely one where the analysis has not come that far. */
  async styleAt(line: number, signal?: AbortSignal): Promise<TextStyle> {
    const block = this.#index.blockOf(line);
    const known = Math.floor((this.#analyser?.offset ?? 0) / blockBytes);
    const from = block < known ? block : Math.max(0, known - 1, block - blocksBack);
    let style = this.#analyser?.styleAt(from) ?? plainStyle;
    const first = this.#index.linesBefore(from);
    for await (const raw of readLines(this.#index, this.#blocks, first, line, pieceBytes, signal))
      style = sgrAfter(style, raw.bytes);
    return style;
  }
}
