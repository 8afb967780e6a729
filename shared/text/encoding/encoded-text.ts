/** A character that an encoding cannot write, and the line that has it, from 1. */
export interface UnwritableCharacter {
  readonly character: string;
  readonly line: number;
}

/** The bytes of a text, or the first character that they cannot express. */
export type EncodedText = Uint8Array<ArrayBuffer> | UnwritableCharacter;
