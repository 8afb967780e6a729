// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read
import { isAscii } from "node:buffer";
import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/text-style.ts";
import type { StampKind } from "../line-stamp.ts";
import { idleEnd, isMoving, SpecialBytes, toLatin1 } from "./text-bytes.ts";

/** Colours: without them a line has the same text. */
const colors = /\x1b\[[\d:;]*m/g;
const runnerStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [\da-f]{2}[EO][ +]/gm;
const continuations = /\n.{4}-.{5}T.{15}Z .{3}\+/g;
const isoStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) /gm;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Takes the stamps out of whole lines, and joins those that one continues; each of those ends. */
export function withoutStamps(bytes: Uint8Array, stamp: StampKind): Uint8Array {
  if (stamp === "none") return bytes;
  const text = toLatin1(bytes);
  const rest =
    stamp === "runner"
      ? text.replace(continuations, "").replace(runnerStamps, "")
      : text.replace(isoStamps, "");
  return Buffer.from(bytes.length === 0 || bytes.at(-1) === 10 ? rest : `${rest}\n`, "latin1");
}

/** Returns the text of one line without stamp and end, as `renderLine` shows it. */
export function plainLine(bytes: Uint8Array): string {
  let end = bytes.length;
  while (bytes[end - 1] === 13) end--;
  const text = utf8.decode(bytes.subarray(0, end));
  const colorless = text.replace(colors, "");
  if (!/^[\x20-\x7e\r]*$/.test(colorless)) return renderLine(text, plainStyle).text.plain();
  if (!colorless.includes("\r")) return colorless;
  // Progress bars: each state is printed over the one before.
  return colorless.split("\r").reduce((before, state) => state + before.slice(state.length));
}

/** Returns the text of whole lines without stamps, as `renderLine` shows each; each of them ends. */
export function plainText(bytes: Uint8Array): string {
  const parts: string[] = [];
  const kept = Buffer.allocUnsafe(bytes.length + 1);
  kept.set(bytes);
  /** What is kept up to here, from `flushed` on, and up to where the line begins. */
  let [length, lineKept] = [0, 0];
  /** Bytes that are looked at, and copied. */
  let [lineStart, copied] = [0, 0];
  const keep = (end: number) => {
    if (length !== copied) kept.copyWithin(length, copied, end);
    length += end - copied;
  };
  const specials = new SpecialBytes(bytes);
  for (let at = specials.next(0); at < bytes.length; at = specials.next(at + 1)) {
    const byte = bytes[at] as number;
    if (byte === 10) {
      lineStart = at + 1;
      lineKept = length + lineStart - copied;
    } else if (isMoving(bytes, at)) {
      const newline = bytes.indexOf(10, at);
      const end = newline < 0 ? bytes.length : newline;
      if (copied < lineStart) keep(lineStart);
      parts.push(decode(kept.subarray(0, lineKept)), plainLine(bytes.subarray(lineStart, end)));
      [length, lineKept, copied] = [0, 0, end];
      at = end - 1;
    } else if (byte === 27 || byte === 13) {
      keep(at);
      copied = byte === 27 ? idleEnd(bytes, at) : at + 1;
      at = copied - 1;
    }
  }
  keep(bytes.length);
  if (bytes.length > 0 && bytes.at(-1) !== 10) kept[length++] = 10;
  parts.push(decode(kept.subarray(0, length)));
  return parts.join("");
}

const decode = (bytes: Uint8Array): string => (isAscii(bytes) ? toLatin1(bytes) : utf8.decode(bytes));
