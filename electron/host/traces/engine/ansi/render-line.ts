// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read

import { plainStyle, StyledText, sgr, type TextStyle } from "./sgr.ts";

interface RenderedLine {
  readonly text: StyledText;
  /** Style with which the next line begins. */
  readonly style: TextStyle;
}

const control = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/g;
const erase = /(?:\x1b\[[02]?K)+/y;

/** Columns of a line whose cursor moves. */
const maxColumns = 20_000;

/**
 * Renders one line, without its end, as a terminal without a right margin shows it after all of it was printed. Links
 * end with their line; movements to other lines are dropped.
 */
export function renderLine(line: string, begin: TextStyle): RenderedLine {
  const text = new StyledText();
  let style = begin;
  let link = "";
  let cells: LineCells | undefined;
  // The cursor is at the first column, and nothing was done there yet.
  let returned = false;
  // Only where the cursor moves back are cells needed.
  const inCells = (): LineCells => {
    if (cells) return cells;
    cells = new LineCells(maxColumns);
    for (const run of text.runs) cells.write(run.text, run.style, run.link);
    text.clear();
    if (returned) cells.moveTo(0);
    returned = false;
    return cells;
  };
  const write = (part: string) => {
    if (cells || returned) inCells().write(part, style, link);
    else text.add(part, style, link);
  };
  const apply = (sequence: Escape) => {
    if (sequence.kind === "link") link = sequence.address;
    if (sequence.kind !== "csi" || /^[<=>?]/.test(sequence.params)) return;
    if (sequence.final === "m") style = sgr(style, sequence.params);
    else if (!cells && !returned && isIdleErase(sequence)) return;
    else moveOrErase(sequence.final, sequence.params, inCells);
  };

  let at = 0;
  for (;;) {
    control.lastIndex = at;
    const found = control.exec(line);
    const end = found ? found.index : line.length;
    if (end > at) write(line.slice(at, end));
    if (!found) break;
    at = end + 1;
    const char = found[0];
    if (char === "\r") {
      while (line[at] === "\r") at++;
      erase.lastIndex = at;
      const erased = erase.exec(line);
      if (erased) {
        cells = undefined;
        returned = false;
        text.clear();
        at += erased[0].length;
      } else if (cells) cells.moveTo(0);
      else returned = text.length > 0;
    } else if (char === "\b") {
      if (cells || text.length > 0) inCells().moveBy(-1);
    } else if (char === "\x1b" || char >= "\x80") {
      const sequence = readEscape(line, end);
      at = sequence.end;
      apply(sequence);
    }
  }
  cells?.copyTo(text);
  return { text, style };
}

/** Erasing to the right of the last character changes nothing. */
const isIdleErase = ({ params, final }: { params: string; final: string }): boolean =>
  (final === "K" || final === "J") && (params === "" || params === "0");

function moveOrErase(final: string, params: string, inCells: () => LineCells): void {
  const [first = "", second = ""] = params.split(";");
  const count = Math.max(1, Number.parseInt(first, 10) || 1);
  if (final === "C" || final === "a") inCells().moveBy(count);
  else if (final === "D") inCells().moveBy(-count);
  else if (final === "G" || final === "`") inCells().moveTo(count - 1);
  else if (final === "H" || final === "f")
    inCells().moveTo(Math.max(1, Number.parseInt(second, 10) || 1) - 1);
  else if (final === "E" || final === "F") inCells().moveTo(0);
  else if (final === "K" || final === "J") inCells().eraseLine(Number.parseInt(first, 10) || 0);
  else if (final === "X") inCells().eraseChars(count);
  else if (final === "P") inCells().deleteChars(count);
  else if (final === "@") inCells().insertBlanks(count);
}

/** A control sequence of a terminal, as far as a line can show what it does. */
type Escape =
  | { readonly kind: "csi"; readonly params: string; readonly final: string; readonly end: number }
  | { readonly kind: "link"; readonly address: string; readonly end: number }
  | { readonly kind: "none"; readonly end: number };

const csi = /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])?/y;
const text =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])([^\x07\x1b\x9c\x18\x1a]*)(?:\x07|\x1b\\|\x9c|[\x18\x1a])?/y;
const short = /\x1b[ -/]*[0-~]?/y;

/**
 * Reads the sequence that begins at `at` with ESC or a control character of its own. A broken one ends before the first
 * character that cannot belong to it, one without its end at the end of the line.
 */
function readEscape(line: string, at: number): Escape {
  const control = match(csi, line, at);
  if (control) {
    const [all, params = "", final] = control;
    const end = at + all.length;
    return final ? { kind: "csi", params, final, end } : { kind: "none", end };
  }
  const string = match(text, line, at);
  if (string) {
    const end = at + string[0].length;
    const command = line[at] === "\x9d" || line[at + 1] === "]";
    const link = command ? /^8;[^;]*;(.*)$/.exec(string[1] ?? "") : null;
    return link ? { kind: "link", address: safeAddress(link[1] ?? ""), end } : { kind: "none", end };
  }
  return { kind: "none", end: at + Math.max(1, match(short, line, at)?.[0].length ?? 1) };
}

function match(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** Returns an http or https address, else the empty one, which ends a link. */
const safeAddress = (address: string): string =>
  address.length <= 2_000 && /^https?:\/\/\S+$/i.test(address) ? address : "";

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
class LineCells {
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
