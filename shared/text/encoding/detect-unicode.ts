/** Bytes that are checked to distinguish text from binary, as git does. */
const sniffedBytes = 8_000;

/** Kind of bytes, as far as it shows without a guess: an encoding of Unicode, text in another one, or null for no text. */
type UnicodeKind = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "other" | null;

/** Returns what bytes are; of bytes that are a beginning, the last character may be cut. */
export function detectUnicode(bytes: Uint8Array): UnicodeKind {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, sniffedBytes);
  if (head.includes(0)) return detectUtf16(head, bytes.length);
  if (isUtf8(bytes)) return "utf-8";
  return isMostlyPrintable(head) ? "other" : null;
}

const strict = new TextDecoder("utf-8", { fatal: true });

/** Returns whether bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 without a mark: zeros in one half of its units alone, and nothing but characters of text. */
function detectUtf16(head: Uint8Array, size: number): UnicodeKind {
  if (head.length < 4 || size % 2 !== 0) return null;
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Other letters than Latin ones leave zeros at blanks and ends of lines alone.
  const least = head.length >= 64 ? head.length / 60 : head.length * 0.35;
  if (even === 0 && odd >= least && isText(head, "utf-16le")) return "utf-16le";
  if (odd === 0 && even >= least && isText(head, "utf-16be")) return "utf-16be";
  return null;
}

function isText(head: Uint8Array, encoding: "utf-16le" | "utf-16be"): boolean {
  // A pair of surrogates may be cut.
  const text = new TextDecoder(encoding)
    .decode(head.subarray(0, head.length - (head.length % 2)))
    .slice(0, -1);
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{Cf}\t\n\f\r]*$/u.test(text) && !text.includes("\ufffd");
}

function isMostlyPrintable(head: Uint8Array): boolean {
  let control = 0;
  // Escape sequences of terminals and of ISO 2022 are text, too.
  for (const byte of head)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) control++;
  return control <= head.length * 0.02;
}
