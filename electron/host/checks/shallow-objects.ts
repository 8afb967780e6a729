import type { BodyCheck } from "./body-check.ts";

/** An object of a JSON text, with empty ones in place of what is nested in it; null for any other value. */
export type ShallowObject = Readonly<Record<string, unknown>> | null;

/** Bytes of a string above which it is left out: nothing that names an object is as long. */
const maxStringBytes = 64 * 1024;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const emptyText = Buffer.from('""');
const emptyList = Buffer.from("[]");
const emptyObject = Buffer.from("{}");
const [openBrace, closeBrace] = [emptyObject.subarray(0, 1), emptyObject.subarray(1)];
const separator = Buffer.from(",");

/** Kinds of bytes outside of strings, by what they begin or end. */
const [other, opens, closes, separates, begins] = [0, 1, 2, 3, 4];
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x5b || byte === 0x7b) return opens;
  if (byte === 0x5d || byte === 0x7d) return closes;
  if (byte === comma) return separates;
  // Of a number or a literal.
  return byte > 0x20 && byte < 0x80 && byte !== 0x3a ? begins : other;
});

/**
 * Passes the value of a JSON text, or each entry of a list, to `take` as soon as it is complete, without what is nested
 * in it, so that a long one needs little memory. With `wanted` it has at least the fields of these names. The text has to
 * be valid, which `JsonCheck` sees to.
 */
export class ShallowObjects implements BodyCheck {
  readonly #take: (object: ShallowObject) => void;
  readonly #wanted: readonly Buffer[] | null;
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
  /** Part of the open object's member that is being read: nothing of it yet, its name, or what follows. */
  #part: "before" | "name" | "value" = "before";
  /** Whether the member that is being read is kept. */
  #isWanted = true;
  /** Number of kept pieces before the open string, and its bytes so far. */
  #piecesBefore = 0;
  #stringBytes = 0;

  constructor(take: (object: ShallowObject) => void, wanted?: ReadonlySet<string>) {
    this.#take = take;
    this.#wanted = wanted ? [...wanted].map((name) => Buffer.from(name)) : null;
  }

  chunk(bytes: Uint8Array): void {
    const { length } = bytes;
    // Where the bytes begin that are not kept yet.
    let from = 0;
    let index = 0;
    while (index < length) {
      if (this.#isString) {
        const end = this.#findStringEnd(bytes, index);
        this.#stringBytes += end - index;
        if (!this.#isString && this.#isInMember) {
          if (this.#part === "name") this.#endName(bytes, from, end);
          else if (this.#isWanted && this.#stringBytes > maxStringBytes) {
            this.#kept?.splice(this.#piecesBefore, Number.POSITIVE_INFINITY, emptyText);
            from = end;
          }
        }
        index = end;
        continue;
      }
      const byte = bytes[index] as number;
      if (byte === quote) {
        if (this.#isInMember) {
          if (this.#part === "before") this.#part = "name";
          else if (this.#isWanted) this.#keep(bytes.subarray(from, index));
          from = index;
        }
        this.#beginString();
      } else {
        const kind = kinds[byte];
        if (kind === opens) {
          if (this.#isInMember) {
            if (this.#isWanted)
              this.#keep(bytes.subarray(from, index), byte === 0x5b ? emptyList : emptyObject);
            from = index + 1;
          }
          this.#open(byte === 0x7b);
        } else if (kind === closes) {
          if (this.#isInMember) this.#endMember(bytes.subarray(from, index));
          this.#close();
          from = index + 1;
        } else if (kind === separates) {
          this.#isScalar = false;
          if (this.#isInMember) this.#endMember(bytes.subarray(from, index));
        } else if (kind === begins && this.#isPlaceOfObject) this.#beginScalar();
      }
      index++;
    }
    if (!this.#isInMember || this.#part === "before" || !this.#isWanted) return;
    if (this.#isString && this.#stringBytes > maxStringBytes) this.#kept?.splice(this.#piecesBefore);
    else this.#keep(bytes.subarray(from));
    // A name that goes on in the next chunk is kept.
    if (this.#part === "name" && this.#isString) this.#part = "value";
  }

  end(): void {}

  /** Whether the next byte belongs to the open object itself. */
  get #isInMember(): boolean {
    return this.#kept !== null && this.#depth === this.#level;
  }

  /** Whether a value that begins here is one of those that are to be objects. */
  get #isPlaceOfObject(): boolean {
    return this.#level === 0 || (this.#level === 2 && this.#depth === 1);
  }

  #keep(...pieces: Uint8Array[]): void {
    for (const piece of pieces) if (piece.byteLength > 0) this.#kept?.push(piece);
  }

  /** Decides whether the member is kept, whose name with its quotes is between two positions. */
  #endName(bytes: Uint8Array, from: number, end: number): void {
    this.#part = "value";
    const wanted = this.#wanted;
    const isKnown =
      wanted === null ||
      wanted.some((name) => isAt(name, bytes, from + 1, end - 1)) ||
      hasEscape(bytes, from + 1, end - 1);
    this.#isWanted = isKnown && end - from <= maxStringBytes;
  }

  /** Keeps the rest of the member, and begins the next one. */
  #endMember(rest: Uint8Array): void {
    if (this.#part === "value" && this.#isWanted) this.#keep(rest, separator);
    this.#part = "before";
    this.#isWanted = true;
  }

  #beginString(): void {
    if (this.#isPlaceOfObject) this.#beginScalar();
    this.#isString = true;
    this.#stringBytes = 0;
    this.#piecesBefore = this.#kept?.length ?? 0;
  }

  /** Returns the position after a string's bytes in this chunk. */
  #findStringEnd(bytes: Uint8Array, from: number): number {
    const start = this.#isEscaped ? from + 1 : from;
    for (let at = bytes.indexOf(quote, start); ; at = bytes.indexOf(quote, at + 1)) {
      const end = at < 0 ? bytes.length : at;
      let first = end;
      while (first > start && bytes[first - 1] === backslash) first--;
      const isEscaped = (end - first) % 2 === 1;
      if (at < 0) this.#isEscaped = isEscaped;
      else if (isEscaped) continue;
      else {
        this.#isEscaped = false;
        this.#isString = false;
      }
      return at < 0 ? end : at + 1;
    }
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
    if (isObject) {
      this.#kept = [openBrace];
      this.#part = "before";
      this.#isWanted = true;
    } else this.#take(null);
  }

  #close(): void {
    const kept = this.#depth === this.#level ? this.#kept : null;
    this.#depth--;
    if (!kept) return;
    this.#kept = null;
    if (kept.at(-1) === separator) kept.pop();
    kept.push(closeBrace);
    this.#take(JSON.parse(Buffer.concat(kept).toString("utf8")));
  }
}

/** Returns whether the bytes between two positions are those of a name. */
function isAt(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let index = 0; index < name.length; index++) if (name[index] !== bytes[from + index]) return false;
  return true;
}

function hasEscape(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (bytes[index] === backslash) return true;
  return false;
}
