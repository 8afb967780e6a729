/** A character that an encoding cannot write, and the line that has it, from 1. */
export interface UnwritableCharacter {
  readonly character: string;
  readonly line: number;
}

/** The bytes of a text, or the first character that they cannot express. */
export type EncodedText = Uint8Array<ArrayBuffer> | UnwritableCharacter;

/** Returns pieces of bytes as one array. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
