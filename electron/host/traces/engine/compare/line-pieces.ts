import { completeLines, detectStamp, type StampKind } from "../line-stamp.ts";

/** Bytes of a line beyond which it is read in parts. */
const maxLineBytes = 16_777_216;

/** Cuts bytes that arrive in chunks of any size into pieces of whole lines. */
export class LinePieces {
  #rest = new Uint8Array();
  #stamp: StampKind | undefined;

  get stamp(): StampKind {
    return this.#stamp ?? "none";
  }

  /** Returns the lines that are complete now; null for none. */
  add(chunk: Uint8Array): Uint8Array | null {
    const bytes = this.#rest.length > 0 ? join(this.#rest, chunk) : chunk;
    this.#stamp ??= bytes.length > 0 ? detectStamp(bytes) : undefined;
    const end = bytes.length > maxLineBytes ? bytes.length : completeLines(bytes, this.stamp);
    this.#rest = bytes.slice(end);
    return end > 0 ? bytes.subarray(0, end) : null;
  }

  /** Returns the last line, if nothing ended it. */
  finish(): Uint8Array | null {
    const rest = this.#rest;
    this.#rest = new Uint8Array();
    return rest.length > 0 ? rest : null;
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
