import { detectTextEncoding, type TextEncoding } from "./detect-encoding.ts";
import type { Encoding } from "./encodings.ts";

/** Decodes bytes of one text: a line, or several; a byte-order mark stays. */
export type Decode = (bytes: Uint8Array) => string;

/** Bytes to text in one encoding; a byte-order mark does not become a character. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  withoutMark(decoderOf({ encoding, legacy: null })(bytes));

/** Decodes a file's bytes in the encoding that they are in; as UTF-8 where they are no text. */
export const decodeDetected = (bytes: Uint8Array): string =>
  decodeIfText(bytes) ?? decodeText(bytes, "utf-8");

/** Decodes a file's bytes in the encoding that they are in; null where they are no text. */
export function decodeIfText(bytes: Uint8Array): string | null {
  const found = detectTextEncoding(bytes);
  return found && withoutMark(decoderOf(found)(bytes));
}

const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

/**
 * Returns how a line, or several, of a text are decoded. Where only some lines are UTF-8, each is decoded in the encoding
 * that it has.
 */
export function decoderOf({ encoding, legacy }: TextEncoding): Decode {
  const decoder = new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding, { ignoreBOM: true });
  if (legacy === null) return (bytes) => decoder.decode(bytes);
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const other = new TextDecoder(legacy);
  return (bytes) => {
    try {
      return utf8.decode(bytes);
    } catch {
      return linesOf(bytes)
        .map((line) => decodeLine(line, utf8, other))
        .join("");
    }
  };
}

function decodeLine(line: Uint8Array, utf8: TextDecoder, other: TextDecoder): string {
  try {
    return utf8.decode(line);
  } catch {
    return other.decode(line);
  }
}

/** Cuts bytes into lines, each with its line feed. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(at, next));
    at = next;
  }
  return lines;
}
