// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read
import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/text-style.ts";
import type { StampKind } from "../line-stamp.ts";

/** Colours: without them a line has the same text. */
const colors = /\x1b\[[\d:;]*m/g;
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
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
  const text = line.replace(/\r+$/, "").replace(colors, "");
  if (!/^[\x20-\x7e\r]*$/.test(text)) return renderLine(text, plainStyle).text.plain();
  // Progress bars: each state is printed over the one before.
  return text.split("\r").reduce((before, state) => state + before.slice(state.length));
}

/** Returns the text of lines without stamps, as `renderLine` shows each. */
export function plainText(text: string): string {
  const colorless = text.replace(colors, "").replaceAll("\r\n", "\n");
  const parts: string[] = [];
  let copied = 0;
  control.lastIndex = 0;
  for (let found = control.exec(colorless); found; found = control.exec(colorless)) {
    const start = colorless.lastIndexOf("\n", found.index) + 1;
    const newline = colorless.indexOf("\n", found.index);
    const end = newline < 0 ? colorless.length : newline;
    parts.push(colorless.slice(copied, start), plainLine(colorless.slice(start, end)));
    copied = end;
    control.lastIndex = end;
  }
  return parts.length > 0 ? parts.join("") + colorless.slice(copied) : colorless;
}
