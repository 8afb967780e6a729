import { type EncodedText, joinBytes } from "./encoded-text.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns UTF-8 as text, in which each byte that is no character is U+DC00 plus its number. */
export function decodeUtf8(bytes: Uint8Array): string {
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
export function encodeUtf8(text: string): EncodedText {
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
