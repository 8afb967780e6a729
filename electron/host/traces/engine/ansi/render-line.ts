// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read
import { type Escape, readEscape } from "./escape-sequence.ts";
import { LineCells } from "./line-cells.ts";
import { sgr } from "./sgr.ts";
import { StyledText } from "./styled-text.ts";
import type { TextStyle } from "./text-style.ts";

export interface RenderedLine {
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
