const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");

/** Decodes a file's content: as UTF-8 where it is, else as Windows-1252, which has a character for each byte. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

/** Decodes lines of one file, all alike. */
export function decodeLines(lines: readonly Uint8Array[]): string[] {
  try {
    return lines.map((line) => utf8.decode(line));
  } catch {
    return lines.map((line) => windows1252.decode(line));
  }
}

/** Returns a copy of a text that was cut out of a longer one, which would stay in memory with it. */
export const copyText = (text: string): string => Buffer.from(text).toString();
