import { detectUnicode, isUtf8 } from "./detect-unicode.ts";
import type { Encoding } from "./encodings.ts";
import { guessLegacy, hasLettersOf, type LegacyEncoding } from "./guess-legacy.ts";

/** The encoding of a text. */
export interface TextEncoding {
  readonly encoding: Encoding;
  /**
   * Encoding of those lines that are not UTF-8, in a file whose other lines with letters beyond ASCII are; null where all
   * lines are in `encoding`.
   */
  readonly legacy: LegacyEncoding | null;
}

/** Bytes of lines that are not UTF-8 from which the encoding is guessed. */
const sampledBytes = 16_384;
/** Bytes that are searched for such lines at once. */
const blockBytes = 65_536;

/** Returns the encoding of a file's bytes, or null where they are not text. */
export const detectEncoding = (bytes: Uint8Array): Encoding | null =>
  detectTextEncoding(bytes)?.encoding ?? null;

/** Returns the encoding of a file's bytes and of its lines in another one; null where they are not text. */
export function detectTextEncoding(bytes: Uint8Array): TextEncoding | null {
  const kind = detectUnicode(bytes);
  if (kind === null) return null;
  if (kind === "utf-8" && isIso2022(bytes)) return { encoding: "iso-2022-jp", legacy: null };
  if (kind !== "other") return { encoding: kind, legacy: null };
  const { utf8, other } = sampleLines(bytes);
  const legacy = guessLegacy(other.bytes());
  if (utf8.count > other.count) return { encoding: "utf-8", legacy };
  // A line in another encoding may be UTF-8 by chance.
  const isMixed = utf8.count > 0 && hasLettersOf(legacy, new TextDecoder().decode(utf8.bytes()));
  return { encoding: legacy, legacy: isMixed ? legacy : null };
}

/** The sequences by which ISO-2022-JP changes to Japanese characters: bytes of ASCII alone. */
function isIso2022(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(27); at >= 0; at = bytes.indexOf(27, at + 1)) {
    // ESC $ B, ESC $ @
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true;
  }
  return false;
}

/** Collects lines with letters beyond ASCII: those that are UTF-8, and the others. */
function sampleLines(bytes: Uint8Array): { readonly utf8: Sample; readonly other: Sample } {
  const utf8 = new Sample();
  const other = new Sample();
  for (let at = 0; at < bytes.length && !other.isFull; ) {
    const end = endOfLine(bytes, Math.min(bytes.length, at + blockBytes));
    const block = bytes.subarray(at, end);
    at = end;
    const isWhole = isUtf8(block);
    for (let from = 0; from < block.length && !other.isFull; ) {
      const to = endOfLine(block, from + 1);
      const line = block.subarray(from, to);
      from = to;
      if (line.some(isHigh)) (isWhole || isUtf8(line) ? utf8 : other).add(line);
    }
  }
  return { utf8, other };
}

/** Lines of a kind: how many, and the first of them. */
class Sample {
  count = 0;
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  get isFull(): boolean {
    return this.#size >= sampledBytes;
  }

  add(line: Uint8Array): void {
    this.count++;
    if (this.isFull) return;
    this.#parts.push(line);
    this.#size += line.length;
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(Math.min(this.#size, 2 * sampledBytes));
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part.subarray(0, whole.length - at), at);
      at += part.length;
    }
    return whole;
  }
}

const isHigh = (byte: number): boolean => byte > 127;

/** Returns the index behind the line feed that ends the line of `at - 1`. */
function endOfLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(10, at - 1);
  return end < 0 ? bytes.length : end + 1;
}
