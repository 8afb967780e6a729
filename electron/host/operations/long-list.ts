const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Bytes of the longest name of a field that is compared. */
const maxName = 64;

/**
 * Takes a JSON object with a long list apart as its bytes arrive: each entry as soon as it is complete, and the rest with an
 * empty list. The text has to be valid, which `JsonCheck` sees to.
 */
export class LongList {
  readonly #name: string;
  readonly #take: (entry: Uint8Array) => void;
  #rest: Uint8Array[] = [];
  /** Bytes of the open entry. */
  #entry: Uint8Array[] = [];
  /** Brackets that are open. */
  #depth = 0;
  #isList = false;
  #isString = false;
  /** Whether the string's next byte is escaped. */
  #isEscaped = false;
  /** The last string of the object itself, as far as it is a name; null outside of one. */
  #text: string | null = null;
  /** Name of the field whose value is read. */
  #key: string | null = null;

  /** `take` receives the text of each entry of the list with this name. */
  constructor(name: string, take: (entry: Uint8Array) => void) {
    this.#name = name;
    this.#take = take;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    let index = 0;
    while (index < bytes.length) {
      if (this.#isString) {
        index = this.#skipString(bytes, index);
        continue;
      }
      const byte = bytes[index];
      if (byte === quote) {
        this.#isString = true;
        if (this.#depth === 1) this.#text = "";
      } else if (byte === openList || byte === openObject) {
        this.#depth++;
        if (byte === openList && this.#depth === 2 && this.#key === this.#name) {
          this.#rest.push(bytes.subarray(from, index + 1));
          from = index + 1;
          this.#isList = true;
        }
      } else if (byte === closeList || byte === closeObject) {
        this.#depth--;
        if (this.#isList && this.#depth === 1) {
          this.#end(bytes.subarray(from, index));
          from = index;
          this.#isList = false;
        } else if (this.#isList && this.#depth === 2) {
          this.#end(bytes.subarray(from, index + 1));
          from = index + 1;
        }
      } else if (byte === comma) {
        if (this.#isList && this.#depth === 2) {
          this.#end(bytes.subarray(from, index));
          from = index + 1;
        } else if (this.#depth === 1) this.#key = null;
      } else if (byte === colon && this.#depth === 1) this.#key = this.#text;
      index++;
    }
    (this.#isList ? this.#entry : this.#rest).push(bytes.subarray(from));
  }

  /** Returns the text of the object without the entries that were taken. */
  rest(): string {
    return new TextDecoder().decode(Buffer.concat(this.#rest));
  }

  /** Takes an entry, unless it is the blank around another one. */
  #end(last: Uint8Array): void {
    const entry = this.#entry.length === 0 ? last : Buffer.concat([...this.#entry, last]);
    this.#entry = [];
    if (entry.some((byte) => byte > 0x20)) this.#take(entry);
  }

  /** Returns the position after a string's bytes in this chunk. */
  #skipString(bytes: Buffer, from: number): number {
    for (let at = from; ; ) {
      const end = bytes.indexOf(quote, at);
      const until = end === -1 ? bytes.length : end;
      const isEscaped = this.#endsEscaped(bytes, at, until);
      if (end === -1) {
        this.#isEscaped = isEscaped;
        this.#keepName(bytes, from, until);
        return until;
      }
      this.#isEscaped = false;
      at = end + 1;
      if (isEscaped) continue;
      this.#isString = false;
      this.#keepName(bytes, from, end);
      return at;
    }
  }

  /** Returns whether an odd number of backslashes is before a position of a string. */
  #endsEscaped(bytes: Buffer, from: number, until: number): boolean {
    let first = until;
    while (first > from && bytes[first - 1] === backslash) first--;
    const isOdd = (until - first) % 2 === 1;
    return first === from && this.#isEscaped ? !isOdd : isOdd;
  }

  #keepName(bytes: Buffer, from: number, until: number): void {
    if (this.#depth !== 1 || this.#text === null || this.#text.length > maxName) return;
    this.#text += bytes.toString("latin1", from, Math.min(until, from + maxName + 1));
  }
}
