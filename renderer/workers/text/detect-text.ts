/**
 * Encodings that a text is read in. Helve detects UTF-8 and UTF-16; everything else that is text is
 * taken for `windows-1252` until the user says which it is. In each, a byte of 10 is the end of a line and nothing
 * else, but for UTF-16.
 */
export const encodings = [
  "utf-8",
  "utf-8-bom",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-2",
  "windows-1250",
  "windows-1251",
  "koi8-r",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export type Encoding = (typeof encodings)[number];

export type LineEnding = "LF" | "CRLF" | "CR" | "mixed" | "none";

/** Bytes that are checked to distinguish text from binary, as git does. */
const sniffedBytes = 8_000;

/** The encoding of a file's bytes, or null where they are not text. */
export function detectEncoding(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, sniffedBytes);
  if (head.includes(0)) return detectUtf16(head);
  if (isUtf8(bytes)) return "utf-8";
  return mostlyPrintable(head) ? "windows-1252" : null;
}

/** UTF-16 without a mark: Latin letters leave a zero in every second byte, binary data does not. */
function detectUtf16(head: Uint8Array): Encoding | null {
  if (head.length < 4 || head.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.7 && even === 0) return "utf-16le";
  if (even > half * 0.7 && odd === 0) return "utf-16be";
  return null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function mostlyPrintable(head: Uint8Array): boolean {
  let control = 0;
  for (const byte of head)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) control++;
  return control <= head.length * 0.02;
}

/** Bytes to text; a byte-order mark does not become a character. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding).decode(bytes);
}

/** Returns how the lines of an ASCII-compatible text end. */
export function detectLineEnding(bytes: Uint8Array): LineEnding {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let i = bytes.indexOf(13); i >= 0; i = bytes.indexOf(13, i + 1)) {
    if (bytes[i + 1] === 10) crlf++;
    else cr++;
  }
  for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lf++;
  lf -= crlf;
  const kinds = [lf > 0, crlf > 0, cr > 0].filter(Boolean).length;
  if (kinds === 0) return "none";
  if (kinds > 1) return "mixed";
  return lf > 0 ? "LF" : crlf > 0 ? "CRLF" : "CR";
}
