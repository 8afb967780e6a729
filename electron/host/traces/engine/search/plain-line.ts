// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read
import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/text-style.ts";

/** Colours: without them a line has the same text. */
const colors = /\x1b\[[\d:;]*m/g;

/** Everything up to the last clearing of the line, which is not visible. */
const cleared = /^.*\r(?:\x1b\[[02]?K)+/s;

/** Strings of a terminal, to which a carriage return in them belongs. */
const strings = /\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]/;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the text of one line without stamp and end, as `renderLine` shows it. */
export function plainTraceLine(bytes: Uint8Array): string {
  let end = bytes.length;
  while (bytes[end - 1] === 13) end--;
  const printed = utf8.decode(bytes.subarray(0, end));
  const text = strings.test(printed) ? printed : printed.replace(cleared, "");
  const colorless = text.replace(colors, "");
  if (!/^[\x20-\x7e\r]*$/.test(colorless)) return renderLine(text, plainStyle).text.plain();
  if (!colorless.includes("\r")) return colorless;
  // Progress bars: each state is printed over the one before.
  return colorless.split("\r").reduce((before, state) => state + before.slice(state.length));
}
