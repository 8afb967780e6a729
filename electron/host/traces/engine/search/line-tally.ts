import { maxMatchesInLine, type OnLine } from "./match-pattern.ts";
import type { PlainBytes } from "./plain-bytes.ts";

/** Counts matches, which are given in order of position, and reports each line once all of its matches are counted. */
export class LineTally {
  readonly #plain: PlainBytes;
  readonly #onLine: OnLine;
  #line = 0;
  /** End of the counted lines. */
  #counted = 0;
  #matches = 0;

  constructor(plain: PlainBytes, onLine: OnLine) {
    this.#plain = plain;
    this.#onLine = onLine;
  }

  /** Adds matches in the line of a position. */
  add(position: number, matches: number): void {
    const lines = this.#plain.countLines(this.#counted, position);
    if (lines > 0) this.report();
    this.#line += lines;
    this.#counted = position;
    this.#matches += matches;
  }

  /** Reports the line that the last matches are in. */
  report(): void {
    const [plain, position] = [this.#plain, this.#counted];
    if (this.#matches > 0)
      this.#onLine(this.#line, Math.min(this.#matches, maxMatchesInLine), () => plain.lineAt(position).text);
    this.#matches = 0;
  }
}
