/** What a byte is to the text of its line. */
export const sign = {
  plain: 0,
  /** A part of a letter beyond ASCII. */
  beyond: 1,
  newline: 2,
  escape: 3,
  return: 4,
  /** A control character that may change what is seen. */
  control: 5,
  /** The first byte of control characters beyond ASCII, and of letters. */
  lead: 6,
} as const;

/** The {@link sign} of each byte. */
export const signs = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 9 || (byte >= 32 && byte < 127)) return sign.plain;
  if (byte === 10) return sign.newline;
  if (byte === 13) return sign.return;
  if (byte === 27) return sign.escape;
  if (byte === 0xc2) return sign.lead;
  return byte > 127 ? sign.beyond : sign.control;
});

/** Finds newlines and what is no text in bytes, four at a time where these are plain. */
export class SpecialBytes {
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  /** Bytes before the first one in its word. */
  readonly #shift: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#shift = bytes.byteOffset & 3;
    const words = (this.#shift + bytes.length) >> 2;
    this.#words = new Int32Array(bytes.buffer, bytes.byteOffset - this.#shift, words);
  }

  /** Returns the place of the first one from `at` on; the length where there is none. */
  next(at: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    const shift = this.#shift;
    for (; at < bytes.length && ((at + shift) & 3) !== 0; at++) if (isSpecial(bytes[at] as number)) return at;
    for (let i = (at + shift) >> 2; i < words.length; i++) {
      const word = words[i] as number;
      // The top bit of a byte below 32, beyond ASCII, or 127.
      if ((((word - 0x20202020) & ~word) | word | (word + 0x01010101)) & 0x80808080) {
        at = i * 4 - shift;
        for (const end = at + 4; at < end; at++) if (isSpecial(bytes[at] as number)) return at;
      }
    }
    for (at = Math.max(at, words.length * 4 - shift); at < bytes.length; at++)
      if (isSpecial(bytes[at] as number)) return at;
    return bytes.length;
  }
}

const isSpecial = (byte: number): boolean => (signs[byte] as number) > sign.beyond;

/**
 * Returns the end of a sequence that changes nothing of a line's text (a colour, or erasing behind the last letter);
 * -1 where another one begins at `at`.
 */
export function idleEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== 91) return -1;
  let end = at + 2;
  for (let byte = bytes[end] ?? 0; byte >= 48 && byte <= 59; byte = bytes[end] ?? 0) end++;
  if (bytes[end] === 109) return end + 1;
  const erases = end === at + 2 || (end === at + 3 && bytes[at + 2] === 48);
  return bytes[end] === 75 && erases ? end + 1 : -1;
}

/** Whether a byte that is not plain may change the text that is seen, so that its line has to be rendered. */
export function isMoving(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1] ?? 10;
  switch (signs[bytes[at] ?? 0]) {
    case sign.control:
      return true;
    case sign.return:
      return next !== 13 && next !== 10;
    case sign.lead:
      return next >= 0x80 && next < 0xa0;
    case sign.escape: {
      const end = idleEnd(bytes, at);
      // It is in the middle of a broken letter.
      return end < 0 || ((bytes[end] ?? 0) & 0xc0) === 0x80;
    }
    default:
      return false;
  }
}

/** Returns bytes as a string with one character for each. */
export const toLatin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
