// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read

import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/sgr.ts";
import { type ByteScan, startByteScan } from "../byte-scan/byte-scan.ts";

/** Maximum bytes of a searched text. */
export const maxSearchedTextBytes = 2_048;
/** Offsets of both forms of the text and of the bytes; bytes after the last that may be read or written. */
const [lowerAt, upperAt, inputAt, slack] = [0, 4_096, 8_192, 64];
const memoryPage = 65_536;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Plain text of whole lines as UTF-8, without colours and overwritten characters. Lines and texts in it are found by
 * position. Each load replaces the previous text.
 */
export class PlainBytes {
  readonly #scan: ByteScan = startByteScan();
  #memory = Buffer.from(this.#scan.memory.buffer);
  #outAt = inputAt;
  #end = inputAt;

  /** Returns a buffer of `length` bytes, which {@link load} reads without a copy. */
  inputBuffer(length: number): Uint8Array {
    this.#reserve(inputAt + 2 * (length + slack));
    return this.#memory.subarray(inputAt, inputAt + length);
  }

  /** Loads whole lines, with a runner's time stamps if `areStamped`. The last one gets a newline if it has none. */
  load(lines: Uint8Array, areStamped = false): void {
    const { length } = lines;
    this.#reserve(inputAt + 2 * (length + slack));
    if (lines.buffer !== this.#memory.buffer || lines.byteOffset !== inputAt)
      this.#memory.set(lines, inputAt);
    const isOpen = length > 0 && this.#memory[inputAt + length - 1] !== 10;
    let end = inputAt + length;
    // Nothing behind the last byte continues it.
    this.#memory.fill(10, end, end + slack);
    if (areStamped) {
      end = this.#scan.unstamp(inputAt, end);
      this.#memory.fill(10, end, end + slack);
    }
    this.#outAt = end + slack;
    this.#scan.beyond.value = 0;
    let [at, out] = this.#scan.strip(inputAt, end, this.#outAt);
    while (at < end) {
      const line = this.#memory.subarray(inputAt, end);
      const start = line.lastIndexOf(10, at - inputAt) + 1;
      const newline = line.indexOf(10, at - inputAt);
      const next = newline < 0 ? end : inputAt + newline;
      const plain = plainTraceLine(line.subarray(start, next - inputAt));
      out = this.#append(plain, this.#memory.lastIndexOf(10, out - 1) + 1, end - next);
      [at, out] = this.#scan.strip(next, end, out);
    }
    if (isOpen) this.#memory[out++] = 10;
    this.#end = out;
  }

  /**
   * Writes a line at `out`, at the earliest at the beginning of the text, and reserves `rest` bytes behind it. Returns
   * its end.
   */
  #append(line: string, out: number, rest: number): number {
    const at = Math.max(out, this.#outAt);
    this.#reserve(at + line.length * 3 + rest + slack);
    const { read, written } = encoder.encodeInto(line, this.#memory.subarray(at));
    if (read < line.length) throw new Error("The text of a line is longer than its buffer.");
    if (written > line.length) this.#scan.beyond.value = 1;
    return at + written;
  }

  #reserve(bytes: number): void {
    const missing = bytes + slack - this.#memory.length;
    if (missing <= 0) return;
    this.#scan.memory.grow(Math.ceil(missing / memoryPage));
    this.#memory = Buffer.from(this.#scan.memory.buffer);
  }

  /** Length of the text in bytes. */
  get length(): number {
    return this.#end - this.#outAt;
  }

  /** Returns whether each character is one byte, so that positions in {@link text} are those of the bytes. */
  get isAscii(): boolean {
    return this.#scan.beyond.value === 0;
  }

  /** Returns the whole text. */
  text(): string {
    return this.isAscii
      ? this.#memory.toString("latin1", this.#outAt, this.#end)
      : utf8.decode(this.#memory.subarray(this.#outAt, this.#end));
  }

  /** Returns the number of lines that end in the bytes `from` to `to` (exclusive). */
  countLines(from = 0, to = this.length): number {
    return this.#scan.count(this.#outAt + from, this.#outAt + to);
  }

  /** Returns the line that contains a byte, and the position of the next line. */
  lineAt(position: number): { readonly text: string; readonly next: number } {
    const bytes = this.#memory.subarray(this.#outAt, this.#end);
    const start = position === 0 ? 0 : bytes.lastIndexOf(10, position - 1) + 1;
    const newline = bytes.indexOf(10, position);
    const end = newline < 0 ? bytes.length : newline;
    return { text: utf8.decode(bytes.subarray(start, end)), next: end + 1 };
  }

  /**
   * Returns a function that returns where an ASCII text begins at or after a position, -1 where nowhere. `lower` and
   * `upper` are its two forms, the same where its case matters; of at most {@link maxSearchedTextBytes}.
   */
  finder(lower: string, upper: string): (from: number) => number {
    this.#memory.write(lower, lowerAt, "latin1");
    this.#memory.write(upper, upperAt, "latin1");
    const [start, end] = [this.#outAt, this.#end];
    return (from) => {
      const found = this.#scan.find(start + from, end, lowerAt, upperAt, lower.length);
      return found < 0 ? -1 : found - start;
    };
  }
}

/** Colours: without them a line has the same text. */
const colors = /\x1b\[[\d:;]*m/g;

/** Everything up to the last clearing of the line, which is not visible. */
const cleared = /^.*\r(?:\x1b\[[02]?K)+/s;

/** Strings of a terminal, to which a carriage return in them belongs. */
const strings = /\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]/;

const plainLineUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the text of one line without stamp and end, as `renderLine` shows it. */
function plainTraceLine(bytes: Uint8Array): string {
  let end = bytes.length;
  while (bytes[end - 1] === 13) end--;
  const printed = plainLineUtf8.decode(bytes.subarray(0, end));
  const text = strings.test(printed) ? printed : printed.replace(cleared, "");
  const colorless = text.replace(colors, "");
  if (!/^[\x20-\x7e\r]*$/.test(colorless)) return renderLine(text, plainStyle).text.plain();
  if (!colorless.includes("\r")) return colorless;
  // Progress bars: each state is printed over the one before.
  return colorless.split("\r").reduce((before, state) => state + before.slice(state.length));
}
