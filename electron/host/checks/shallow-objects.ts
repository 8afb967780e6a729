import type { BodyCheck } from "./body-defect.ts";

/** An object of a JSON text, with empty ones in place of what is nested in it; null for any other value. */
export type ShallowObject = Readonly<Record<string, unknown>> | null;

/** Bytes of a string above which it is left out: nothing that names an object is as long. */
const maxStringBytes = 64 * 1024;
const quote = 0x22;
const backslash = 0x5c;
const openList = 0x5b;
const openObject = 0x7b;
const emptyText = Buffer.from('""');
const emptyList = Buffer.from("[]");
const emptyObject = Buffer.from("{}");

/**
 * Passes the value of a JSON text, or each entry of a list, to `take` as soon as it is complete, without what is nested
 * in it, so that a long one needs little memory. The text has to be valid, which `JsonCheck` sees to.
 */
export class ShallowObjects implements BodyCheck {
  readonly #take: (object: ShallowObject) => void;
  /** Brackets that are open. */
  #depth = 0;
  /** Depth inside the objects: 1, or 2 where the text is a list. */
  #level = 0;
  #isString = false;
  #isEscaped = false;
  /** Whether a number or literal in the place of an object is being read. */
  #isScalar = false;
  /** Kept bytes of the open object; null outside of one. */
  #kept: Uint8Array[] | null = null;
  /** Number of kept pieces before the open string, and its bytes so far. */
  #piecesBefore = 0;
  #stringBytes = 0;

  constructor(take: (object: ShallowObject) => void) {
    this.#take = take;
  }

  chunk(bytes: Uint8Array): void {
    let from = 0;
    let index = 0;
    while (index < bytes.length) {
      if (this.#isString) {
        const end = this.#findStringEnd(bytes, index);
        this.#stringBytes += end - index;
        if (!this.#isString && this.#isKeeping && this.#stringBytes > maxStringBytes) {
          this.#kept?.splice(this.#piecesBefore, Number.POSITIVE_INFINITY, emptyText);
          from = end;
        }
        index = end;
        continue;
      }
      const byte = bytes[index] as number;
      if (byte === quote) {
        if (this.#isKeeping) this.#kept?.push(bytes.subarray(from, index));
        from = index;
        this.#beginString();
      } else if (byte === openList || byte === openObject) {
        if (this.#isKeeping)
          this.#keep(bytes.subarray(from, index), byte === openList ? emptyList : emptyObject);
        from = index + 1;
        this.#open(byte === openObject);
      } else if (byte === 0x5d || byte === 0x7d) {
        if (this.#isKeeping) this.#keep(bytes.subarray(from, index + 1));
        from = index + 1;
        this.#close();
      } else if (byte === 0x2c) this.#isScalar = false;
      else if (byte > 0x20 && byte < 0x80 && this.#isPlaceOfObject) this.#beginScalar();
      index++;
    }
    if (!this.#isKeeping) return;
    if (this.#isString && this.#stringBytes > maxStringBytes) this.#kept?.splice(this.#piecesBefore);
    else this.#keep(bytes.subarray(from));
  }

  end(): void {}

  get #isKeeping(): boolean {
    return this.#kept !== null && this.#depth === this.#level;
  }

  /** Whether a value that begins here is one of those that are to be objects. */
  get #isPlaceOfObject(): boolean {
    return this.#level === 0 || (this.#level === 2 && this.#depth === 1);
  }

  #keep(...pieces: Uint8Array[]): void {
    for (const piece of pieces) if (piece.byteLength > 0) this.#kept?.push(piece);
  }

  #beginString(): void {
    if (this.#isPlaceOfObject) this.#beginScalar();
    this.#isString = true;
    this.#stringBytes = 0;
    this.#piecesBefore = this.#kept?.length ?? 0;
  }

  /** Returns the position after a string's bytes in this chunk. */
  #findStringEnd(bytes: Uint8Array, from: number): number {
    for (let index = from; index < bytes.length; index++) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        continue;
      }
      const byte = bytes[index];
      if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) {
        this.#isString = false;
        return index + 1;
      }
    }
    return bytes.length;
  }

  #beginScalar(): void {
    if (this.#isScalar) return;
    this.#isScalar = true;
    if (this.#level === 0) this.#level = 1;
    this.#take(null);
  }

  #open(isObject: boolean): void {
    const isPlace = this.#isPlaceOfObject;
    this.#depth++;
    if (this.#level === 0 && !isObject) {
      this.#level = 2;
      return;
    }
    if (!isPlace) return;
    if (this.#level === 0) this.#level = 1;
    if (isObject) this.#kept = [emptyObject.subarray(0, 1)];
    else this.#take(null);
  }

  #close(): void {
    const kept = this.#depth === this.#level ? this.#kept : null;
    this.#depth--;
    if (!kept) return;
    this.#kept = null;
    this.#take(JSON.parse(Buffer.concat(kept).toString("utf8")));
  }
}
