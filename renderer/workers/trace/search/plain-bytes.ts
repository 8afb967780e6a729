import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/text-style.ts";
import { continuesLine, isRunnerStamp, runnerStampBytes, type StampKind, unstamp } from "../line-stamp.ts";

const [newline, carriageReturn, escapeByte, bracket] = [10, 13, 27, 91];
/** 1 for bytes that are more than text: control characters, and the first byte of those in UTF-8. */
const special = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 32 && byte !== 9) || byte === 0x7f || byte === 0xc2 ? 1 : 0,
);

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The plain text of lines, as `renderLine` shows them, in buffers that are used again. */
export class PlainBytes {
  bytes = new Uint8Array(1_048_576);
  length = 0;
  /** Where each line begins; {@link lines} of them, then the end. */
  starts = new Uint32Array(16_384);
  lines = 0;

  /** Takes the decoration out of whole lines. */
  read(source: Uint8Array, stamp: StampKind): void {
    this.#grow(source.length);
    this.lines = 0;
    let [from, out] = [0, 0];
    while (from < source.length) {
      this.#begin(out);
      const text = stamp === "none" ? from : afterStamp(source, from, stamp);
      [from, out] = this.#line(source, from, text, out, stamp);
    }
    this.length = out;
    this.starts[this.lines] = out;
  }

  /** Returns the line that has a byte, looked for from a line on. */
  lineOf(at: number, from = 0): number {
    let [low, high] = [from, this.lines - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #grow(length: number): void {
    if (this.bytes.length >= length) return;
    const more = new Uint8Array(length * 2);
    more.set(this.bytes);
    this.bytes = more;
  }

  #begin(at: number): void {
    if (this.lines + 1 >= this.starts.length) {
      const more = new Uint32Array(this.starts.length * 2);
      more.set(this.starts);
      this.starts = more;
    }
    this.starts[this.lines++] = at;
  }

  /** Copies the line at `start` whose text begins at `text`; returns where the next ones begin on both sides. */
  #line(source: Uint8Array, start: number, text: number, begin: number, stamp: StampKind): [number, number] {
    const target = this.bytes;
    const end = source.length;
    let [at, out] = [text, begin];
    while (at < end) {
      const byte = source[at] as number;
      if (special[byte] === 0) {
        target[out++] = byte;
        at++;
      } else if (byte === newline) {
        if (stamp === "runner" && continuesLine(source, at + 1)) at += 1 + runnerStampBytes;
        else {
          target[out++] = newline;
          return [at + 1, out];
        }
      } else if (byte === escapeByte) {
        const after = afterHarmless(source, at);
        if (after < 0) return this.#render(source, start, begin, stamp);
        at = after;
      } else if (byte === carriageReturn) {
        at = afterReturns(source, at);
        const restarts = afterErase(source, at);
        if (restarts > at) [at, out] = [restarts, begin];
        else if (out > begin && at < end && !endsLine(source, at, stamp))
          return this.#render(source, start, begin, stamp);
      } else if (byte === 8 || (byte === 0xc2 && isControl(source[at + 1]))) {
        return this.#render(source, start, begin, stamp);
      } else {
        if (byte === 0xc2) target[out++] = byte;
        at++;
      }
    }
    return [end, out];
  }

  /** Renders a line whose cursor moves. */
  #render(source: Uint8Array, start: number, begin: number, stamp: StampKind): [number, number] {
    let newlineAt = source.indexOf(newline, start);
    while (newlineAt >= 0 && stamp === "runner" && continuesLine(source, newlineAt + 1))
      newlineAt = source.indexOf(newline, newlineAt + 1);
    const end = newlineAt < 0 ? source.length : newlineAt;
    const raw = decoder.decode(source.subarray(start, end)).replace(/\r+$/, "");
    const plain = encoder.encode(renderLine(unstamp(raw, stamp).text, plainStyle).text.plain());
    this.#grow(begin + plain.length + 1 + source.length - end);
    this.bytes.set(plain, begin);
    let out = begin + plain.length;
    if (newlineAt >= 0) this.bytes[out++] = newline;
    return [newlineAt < 0 ? end : end + 1, out];
  }
}

/** Returns the position after a sequence that only colours, or erases to the right; -1 for others. */
function afterHarmless(source: Uint8Array, at: number): number {
  if (source[at + 1] !== bracket) return -1;
  for (let i = at + 2; i < source.length; i++) {
    const byte = source[i] as number;
    if (byte === 0x6d) return i + 1;
    if (byte === 0x4b && (i === at + 2 || (i === at + 3 && source[at + 2] === 0x30))) return i + 1;
    if (byte < 0x30 || byte > 0x3b) return -1;
  }
  return -1;
}

function afterReturns(source: Uint8Array, from: number): number {
  let at = from;
  while (source[at] === carriageReturn) at++;
  return at;
}

/** Returns the position after `CSI K`, `CSI 0 K` or `CSI 2 K`; `at` where there is none. */
function afterErase(source: Uint8Array, at: number): number {
  if (source[at] !== escapeByte || source[at + 1] !== bracket) return at;
  if (source[at + 2] === 0x4b) return at + 3;
  return (source[at + 2] === 0x30 || source[at + 2] === 0x32) && source[at + 3] === 0x4b ? at + 4 : at;
}

/** Returns where the text of a line begins. */
function afterStamp(source: Uint8Array, start: number, stamp: StampKind): number {
  if (stamp === "runner") return isRunnerStamp(source, start) ? start + runnerStampBytes : start;
  const head = source.subarray(start, start + 48);
  const end = head.indexOf(newline);
  const text = ascii.decode(end < 0 ? head : head.subarray(0, end));
  return start + text.length - unstamp(text, stamp).text.length;
}
const ascii = new TextDecoder("latin1");

const endsLine = (source: Uint8Array, at: number, stamp: StampKind): boolean =>
  source[at] === newline && (stamp !== "runner" || !continuesLine(source, at + 1));

const isControl = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0x9f;
