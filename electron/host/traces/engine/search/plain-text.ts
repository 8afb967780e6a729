// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read
import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/text-style.ts";
import type { StampKind } from "../line-stamp.ts";

/** Sequences that change nothing of a line's text. */
export const idle = String.raw`\x1b\[(?:[\d:;]*m|0?K)`;
/** What may change the text that is seen; a line with it has to be rendered. */
export const moving = String.raw`[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]|\r(?![\r\n]|$)|\x1b(?!${idle.slice(4)})`;
/** Colours: without them a line has the same text. */
const colors = /\x1b\[[\d:;]*m/g;
const moves = new RegExp(moving, "g");
const idles = new RegExp(idle, "g");
const runnerStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [\da-f]{2}[EO][ +]/gm;
const continuations = /\n.{4}-.{5}T.{15}Z .{3}\+/g;
const isoStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) /gm;

/** Takes the stamps out of whole lines, and joins those that one continues. */
export function withoutStamps(text: string, stamp: StampKind): string {
  if (stamp === "runner") return text.replace(continuations, "").replace(runnerStamps, "");
  return stamp === "iso" ? text.replace(isoStamps, "") : text;
}

/** Returns the text of one line without stamp and end, as `renderLine` shows it. */
export function plainLine(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  const text = line.slice(0, end);
  const colorless = text.replace(colors, "");
  if (!/^[\x20-\x7e\r]*$/.test(colorless)) return renderLine(text, plainStyle).text.plain();
  // Progress bars: each state is printed over the one before.
  return colorless.split("\r").reduce((before, state) => state + before.slice(state.length));
}

/** Returns the text of lines without stamps, as `renderLine` shows each. */
export function plainText(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  moves.lastIndex = 0;
  for (let found = moves.exec(text); found; found = moves.exec(text)) {
    const start = text.lastIndexOf("\n", found.index) + 1;
    const newline = text.indexOf("\n", found.index);
    const end = newline < 0 ? text.length : newline;
    parts.push(withoutIdle(text.slice(copied, start)), plainLine(text.slice(start, end)));
    copied = end;
    moves.lastIndex = end;
  }
  parts.push(withoutIdle(text.slice(copied)));
  return parts.join("");
}

/** Takes what changes nothing out of lines that have nothing else. */
const withoutIdle = (lines: string): string => lines.replace(idles, "").replace(/\r+(?=\n|$)/g, "");
