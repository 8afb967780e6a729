import type { StyledText } from "./styled-text.ts";
import { plainStyle, type TextStyle } from "./text-style.ts";

interface Cell {
  /** Empty for the second column of a wide character. */
  readonly text: string;
  readonly style: TextStyle;
  readonly link: string;
}

const blank: Cell = { text: " ", style: plainStyle, link: "" };
const zeroWidth = /^[\p{M}\p{Cf}\p{Emoji_Modifier}]$/u;
const doubleWidth =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$|^\p{Emoji_Presentation}$/u;

/** Returns the columns of a character in a terminal: 0 for one that combines with the previous one, 2 for East Asian ones and emoji. */
function charWidth(char: string): 0 | 1 | 2 {
  if (char.length === 1 && char < "\u0300") return 1;
  if (zeroWidth.test(char)) return 0;
  return doubleWidth.test(char) ? 2 : 1;
}

/** One line of a terminal with a cursor; later text replaces earlier text in the same column. */
export class LineCells {
  readonly #cells: Cell[] = [];
  readonly #limit: number;
  #column = 0;

  /** Columns beyond `limit` are dropped. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  write(text: string, style: TextStyle, link: string): void {
    for (const char of text) {
      if (char === "\t") this.moveTo((this.#column & ~7) + 8);
      else this.#put(char, style, link);
    }
  }

  #put(char: string, style: TextStyle, link: string): void {
    const width = charWidth(char);
    const at = this.#column;
    if (width === 0) this.#combine(char);
    if (width === 0 || at + width > this.#limit) return;
    while (this.#cells.length < at) this.#cells.push(blank);
    this.#split(at);
    this.#split(at + width);
    this.#cells[at] = { text: char, style, link };
    if (width === 2) this.#cells[at + 1] = { text: "", style, link };
    this.#column += width;
  }

  /** Adds an accent to the character before the cursor. */
  #combine(char: string): void {
    const at = this.#cells[this.#column - 1]?.text === "" ? this.#column - 2 : this.#column - 1;
    const before = this.#cells[at];
    if (before && before.text.length < 16) this.#cells[at] = { ...before, text: before.text + char };
  }

  /** A wide character of which one column is replaced leaves a blank in the other. */
  #split(at: number): void {
    if (this.#cells[at]?.text !== "") return;
    const { style } = this.#cells[at] ?? blank;
    this.#cells[at - 1] = { ...blank, style };
    this.#cells[at] = { ...blank, style };
  }

  moveTo(column: number): void {
    this.#column = Math.max(0, Math.min(column, this.#limit - 1));
  }

  moveBy(columns: number): void {
    this.moveTo(this.#column + columns);
  }

  /** Blanks the columns from `from` on, before `to`. */
  #erase(from: number, to: number): void {
    this.#split(from);
    this.#split(to);
    if (to >= this.#cells.length) this.#cells.length = Math.min(from, this.#cells.length);
    else this.#cells.fill(blank, from, to);
  }

  /** `CSI K` and `CSI J`, as far as it is about this line: 0 to the right, 1 to the left, 2 all. */
  eraseLine(mode: number): void {
    this.#erase(mode === 0 ? this.#column : 0, mode === 1 ? this.#column + 1 : Number.POSITIVE_INFINITY);
  }

  eraseChars(count: number): void {
    this.#erase(this.#column, this.#column + count);
  }

  deleteChars(count: number): void {
    this.#split(this.#column);
    this.#split(this.#column + count);
    this.#cells.splice(this.#column, count);
  }

  insertBlanks(count: number): void {
    if (this.#column >= this.#cells.length) return;
    this.#split(this.#column);
    const blanks = Array.from({ length: Math.min(count, this.#limit - this.#column) }, () => blank);
    this.#cells.splice(this.#column, 0, ...blanks);
    this.#cells.length = Math.min(this.#cells.length, this.#limit);
  }

  /** Adds the visible text to `target`. */
  copyTo(target: StyledText): void {
    for (const { text, style, link } of this.#cells) target.add(text, style, link);
  }
}
