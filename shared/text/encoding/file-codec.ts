import { splitLines } from "../line-ends.ts";
import { type DoubleByteTable, doubleByteTable, isDoubleByte } from "./double-byte.ts";
import { type EncodedText, joinBytes } from "./encoded-text.ts";
import { decodeSingleByte, singleByteTable } from "./single-byte.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

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
  for (const [i, line] of splitLines(text).entries()) {
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
