import { splitKeepingEnds } from "../line-ends.ts";

/**
 * Returns a file's bytes as a text from which {@link encodeFile} makes the same bytes again: the byte-order mark is its
 * first character, line ends are as they are, and bytes that are no character are lone surrogates (U+DC80 to U+DCFF, as
 * Python's `surrogateescape`). Null where an encoding cannot be written, or its bytes cannot be kept. `encoding` is a label
 * of the Encoding Standard, or `utf-8-bom`.
 */
export function decodeFile(bytes: Uint8Array, encoding: string): string | null {
  const label = labelOf(encoding);
  if (label === null) return null;
  if (label === "utf-8") return decodeUtf8(bytes);
  if (label === "utf-16le" || label === "utf-16be") return decodeUtf16(bytes, label === "utf-16le");
  if (!isDoubleByte(label)) return decodeSingleByte(bytes, singleByteTable(label));
  if (keptLines(bytes, label) === null) return null;
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  return splitBytes(bytes)
    .map((line) => decoder.decode(line))
    .join("");
}

/**
 * Returns the bytes of a text. `original` are those of the file that was edited: where an encoding has several byte
 * sequences for one character, lines that were not edited are taken from there.
 */
export function encodeFile(text: string, encoding: string, original?: Uint8Array): EncodedText {
  const label = labelOf(encoding);
  if (label === null) throw new RangeError(`Helve cannot write ${encoding}`);
  if (label === "utf-8") return encodeUtf8(text);
  if (label === "utf-16le" || label === "utf-16be") return encodeUtf16(text, label === "utf-16le");
  if (!isDoubleByte(label)) return encodeWith(singleByteTable(label).bytes, text);
  return encodeBeside(text, label, original ?? new Uint8Array());
}

/** Returns whether {@link encodeFile} needs the bytes that were edited. */
export const needsOriginal = (encoding: string): boolean => isDoubleByte(labelOf(encoding) ?? "");

/** The canonical label of an encoding that can be written; null for others. */
function labelOf(encoding: string): string | null {
  if (encoding === "utf-8-bom") return "utf-8";
  try {
    const label = new TextDecoder(encoding).encoding;
    // Its escape sequences make a line's bytes depend on the lines above it.
    return label === "iso-2022-jp" ? null : label;
  } catch {
    return null;
  }
}

/** Returns the bytes of the characters of a text by a table; `line` is the number of its first one. */
function encodeWith(table: DoubleByteTable, text: string, line = 1): EncodedText {
  const bytes = new Uint8Array(text.length * 2);
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const known = unit < 0x80 ? unit : table.get(unit);
    if (known === undefined) {
      const character = String.fromCodePoint(text.codePointAt(i) ?? unit);
      return { character, line: line + countLines(text.slice(0, i)) };
    }
    if (known > 0xff) bytes[size++] = known >> 8;
    bytes[size++] = known & 0xff;
  }
  return bytes.slice(0, size);
}

/** Lines of a text before its end: LF, CRLF and CR end one. */
const countLines = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Bytes of the lines of a file by their characters, in order; null where two lines of other bytes have the same. */
function keptLines(bytes: Uint8Array, label: string): Map<string, Uint8Array> | null {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  const known = new Map<string, Uint8Array>();
  for (const part of splitBytes(bytes)) {
    const line = decoder.decode(part);
    const before = known.get(line);
    if (before && !areEqual(before, part)) return null;
    known.set(line, part);
  }
  return known;
}

/** Returns the lines of a file with their ends: in these encodings a byte below 0x30 is a character of its own. */
function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== 10 && (bytes[i] !== 13 || bytes[i + 1] === 10)) continue;
    parts.push(bytes.subarray(start, i + 1));
    start = i + 1;
  }
  return start < bytes.length ? [...parts, bytes.subarray(start)] : parts;
}

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

function encodeBeside(text: string, label: string, original: Uint8Array): EncodedText {
  const known = keptLines(original, label) ?? new Map<string, Uint8Array>();
  const pieces: Uint8Array[] = [];
  for (const [i, line] of splitKeepingEnds(text).entries()) {
    const piece = known.get(line) ?? encodeWith(doubleByteTable(label), line, i + 1);
    if (!(piece instanceof Uint8Array)) return piece;
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

/** Characters that are made of one list of arguments. */
const chunk = 8_192;

/** Returns UTF-16 as text, its mark and lone surrogates included; null for half a unit at the end. */
function decodeUtf16(bytes: Uint8Array, isLittle: boolean): string | null {
  if (bytes.length % 2 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let from = 0; from < bytes.length; from += chunk) {
    const units = new Uint16Array(Math.min(chunk, bytes.length - from) / 2);
    for (let i = 0; i < units.length; i++) units[i] = view.getUint16(from + i * 2, isLittle);
    text += String.fromCharCode(...units);
  }
  return text;
}

/** Returns a text as UTF-16, as it is. */
function encodeUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}

/** The characters of a single-byte encoding by byte, and its bytes by character. */
interface SingleByteTable {
  readonly characters: string;
  readonly bytes: ReadonlyMap<number, number>;
}

const tables = new Map<string, SingleByteTable>();

/** Returns the table of an encoding that has one byte for each character; a byte without one is U+DC00 plus its number. */
function singleByteTable(label: string): SingleByteTable {
  const known = tables.get(label);
  if (known) return known;
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  const units = Array.from({ length: 256 }, (_, byte) => {
    const unit = decoder.decode(Uint8Array.of(byte)).charCodeAt(0);
    return unit === 0xfffd ? 0xdc00 + byte : unit;
  });
  const table = {
    characters: String.fromCharCode(...units),
    bytes: new Map(units.map((unit, byte) => [unit, byte])),
  };
  tables.set(label, table);
  return table;
}

/** Characters that are made of one list of arguments. */
const singleByteChunk = 8_192;

/** Returns the characters of bytes. */
function decodeSingleByte(bytes: Uint8Array, { characters }: SingleByteTable): string {
  const units = Uint16Array.from(characters, (character) => character.charCodeAt(0));
  let text = "";
  for (let from = 0; from < bytes.length; from += singleByteChunk) {
    const part = Uint16Array.from(
      bytes.subarray(from, from + singleByteChunk),
      (byte) => units[byte] ?? byte,
    );
    text += String.fromCharCode(...part);
  }
  return text;
}

/** Encodings of the Encoding Standard whose characters have one or two bytes, and more in some of them. */
const doubleByte: readonly string[] = ["shift_jis", "euc-jp", "gb18030", "gbk", "big5", "euc-kr"];

/** Returns whether a canonical label is of such an encoding. */
const isDoubleByte = (label: string): boolean => doubleByte.includes(label);

/** Bytes by character, as one number. */
type DoubleByteTable = ReadonlyMap<number, number>;

const doubleByteTables = new Map<string, DoubleByteTable>();

/**
 * Returns the bytes of each character that has at most two, by inverting the decoder. Of several sequences for one
 * character it is the one that the Encoding Standard writes.
 */
function doubleByteTable(label: string): DoubleByteTable {
  const known = doubleByteTables.get(label);
  if (known) return known;
  const bytes: number[] = [];
  for (let lead = 0x80; lead <= 0xff; lead++) {
    bytes.push(lead, 10);
    for (let trail = 0x30; trail <= 0xfe; trail++) bytes.push(lead, trail, 10);
  }
  const table = new Map<number, number>();
  let at = 0;
  // One call: a decoder has a cost for each.
  for (const character of new TextDecoder(label).decode(Uint8Array.from(bytes)).split("\n")) {
    const size = bytes[at + 1] === 10 ? 1 : 2;
    const lead = bytes[at] ?? 0;
    const sequence = size === 1 ? lead : lead * 256 + (bytes[at + 1] ?? 0);
    at += size + 1;
    const unit = character.charCodeAt(0);
    if (character.length !== 1 || unit < 0x80 || unit === 0xfffd || isExtension(label, lead)) continue;
    if (!table.has(unit)) table.set(unit, sequence);
  }
  doubleByteTables.set(label, table);
  return table;
}

/** Rows that are read and not written: duplicates of NEC in Shift JIS, of Hong Kong in Big5. */
const isExtension = (label: string, lead: number): boolean =>
  (label === "shift_jis" && (lead === 0xed || lead === 0xee)) || (label === "big5" && lead < 0xa1);

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns UTF-8 as text, in which each byte that is no character is U+DC00 plus its number. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeBroken(bytes);
  }
}

function decodeBroken(bytes: Uint8Array): string {
  let text = "";
  let start = 0;
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceAt(bytes, i);
    if (length === 0) {
      text += strict.decode(bytes.subarray(start, i)) + String.fromCharCode(0xdc00 + (bytes[i] ?? 0));
      start = i + 1;
    }
    i += length || 1;
  }
  return text + strict.decode(bytes.subarray(start));
}

/** Returns the number of bytes of the character at an index, 0 where there is none (Unicode, table 3-7). */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
  const follows = (count: number): boolean => {
    for (let i = 1; i <= count; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return false;
    return true;
  };
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const isOutside = (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f);
    return !isOutside && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const isOutside = (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f);
    return !isOutside && follows(3) ? 4 : 0;
  }
  return 0;
}

/** Returns a text of {@link decodeUtf8} as bytes again. */
function encodeUtf8(text: string): EncodedText {
  if (text.isWellFormed()) return encoder.encode(text);
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.codePointAt(i) ?? 0;
    if (unit > 0xffff) i++;
    else if (unit >= 0xd800 && unit <= 0xdfff) {
      if (unit < 0xdc80 || unit > 0xdcff) {
        const line = 1 + (text.slice(0, i).match(/\r\n|\n|\r/g)?.length ?? 0);
        return { character: String.fromCharCode(unit), line };
      }
      pieces.push(encoder.encode(text.slice(start, i)));
      pieces.push(Uint8Array.of(unit - 0xdc00));
      start = i + 1;
    }
  }
  pieces.push(encoder.encode(text.slice(start)));
  return joinBytes(pieces);
}

/** A character that an encoding cannot write, and the line that has it, from 1. */
export interface UnwritableCharacter {
  readonly character: string;
  readonly line: number;
}

/** The bytes of a text, or the first character that they cannot express. */
export type EncodedText = Uint8Array<ArrayBuffer> | UnwritableCharacter;

/** Returns pieces of bytes as one array. */
function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
