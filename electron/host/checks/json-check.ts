import { isUtf8 } from "node:buffer";
import { type BodyCheck, BodyDefect, OversizedBody } from "./body-check.ts";

/** Checks that bytes are UTF-8; a character may be spread over chunks. */
class Utf8Check implements BodyCheck {
  #rest: Uint8Array = new Uint8Array(0);

  chunk(bytes: Uint8Array): void {
    const whole = this.#rest.byteLength > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const end = whole.byteLength - incompleteBytes(whole);
    if (!isUtf8(whole.subarray(0, end))) throw new BodyDefect("is not UTF-8");
    this.#rest = Buffer.from(whole.subarray(end));
  }

  end(): void {
    if (this.#rest.byteLength > 0) throw new BodyDefect("is not UTF-8");
  }
}

/** Returns the number of bytes of an incomplete character at the end. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** Required type of a JSON body. */
export type JsonKind = "array" | "object" | "object or null" | "any";

/* States between two bytes; numbers, since each byte is compared with them. */
const awaitsValue = 0;
const awaitsValueOrEnd = 1;
const awaitsKey = 2;
const awaitsKeyOrEnd = 3;
const awaitsColon = 4;
const awaitsComma = 5;
const inString = 6;
const inEscape = 7;
const inUnicode = 8;
const inNumber = 9;
const inLiteral = 10;
const isDone = 11;

/* The same within a number; it may end in those from `zero` on. */
const afterMinus = 0;
const afterPoint = 1;
const afterE = 2;
const afterSign = 3;
const zero = 4;
const integer = 5;
const fraction = 6;
const exponent = 7;

const quote = 0x22;
const backslash = 0x5c;
const maxNumberLength = 1000;
/** Nesting that every parser of the page and the host takes; a service's own has a tenth of it at most. */
export const maxDepth = 500;
/** Values in one body: each takes tens of bytes once it is parsed, however short its text is. */
const maxValues = 2_000_000;
const literals: Readonly<Record<number, Uint8Array>> = {
  116: Buffer.from("true"),
  102: Buffer.from("false"),
  110: Buffer.from("null"),
};
const escapes = new Set([...'"\\/bfnrt'].map((char) => char.charCodeAt(0)));
/** 1 for the bytes that are part of a string as they are. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== quote && byte !== backslash ? 1 : 0,
);

/** Checks that a body is one JSON value in UTF-8, of a kind, byte by byte and without building it. */
export class JsonCheck implements BodyCheck {
  readonly #kind: JsonKind;
  readonly #utf8 = new Utf8Check();
  /** Whether each open bracket is one of an object. */
  readonly #open: boolean[] = [];
  #state = awaitsValue;
  #isKey = false;
  #hexLeft = 4;
  #number = zero;
  #numberLength = 0;
  #literal: Uint8Array = new Uint8Array(0);
  /** Letters of the literal so far. */
  #letters = 0;
  #begun = false;
  #values = 0;
  #isFirstChunk = true;

  constructor(kind: JsonKind) {
    this.#kind = kind;
  }

  chunk(bytes: Uint8Array): void {
    const { length } = bytes;
    if (length === 0) return;
    let index = this.#isFirstChunk ? this.#byteOrderMark(bytes) : 0;
    this.#isFirstChunk = false;
    this.#utf8.chunk(bytes);
    let state = this.#state;
    while (index < length) {
      if (state === inString) {
        // Most bytes are of strings.
        while (index < length && isPlain[bytes[index] as number] === 1) index++;
        if (index === length) break;
        const byte = bytes[index++] as number;
        if (byte === quote) state = this.#isKey ? awaitsColon : this.#afterValue();
        else if (byte === backslash) state = inEscape;
        else throw damaged();
      } else state = this.#next(state, bytes[index++] as number);
    }
    this.#state = state;
  }

  /** Returns the number of bytes of a byte-order mark, which only the first ones may be. */
  #byteOrderMark(bytes: Uint8Array): number {
    const [first, second, third] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new BodyDefect("is UTF-16 instead of UTF-8");
    }
    return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  }

  end(): void {
    this.#utf8.end();
    if (this.#state === inNumber) this.#state = this.#endNumber();
    if (!this.#begun) throw new BodyDefect("is empty");
    if (this.#state !== isDone) throw new BodyDefect("ends in the middle");
  }

  /** The state after a byte outside of strings. */
  #next(state: number, byte: number): number {
    switch (state) {
      case inNumber:
        if (isNumberByte(byte)) return this.#grow(byte);
        return isSpace(byte) ? this.#endNumber() : this.#next(this.#endNumber(), byte);
      case inLiteral:
        return this.#inLiteral(byte);
      case inEscape:
        return afterEscape(byte);
      case inUnicode:
        return this.#inUnicode(byte);
      case awaitsColon:
        if (byte === 0x3a) return awaitsValue;
        break;
      case awaitsComma:
        if (byte === 0x2c) return this.#open.at(-1) ? awaitsKey : awaitsValue;
        if (byte === 0x5d || byte === 0x7d) return this.#close(byte === 0x7d);
        break;
      case awaitsKeyOrEnd:
        if (byte === 0x7d) return this.#close(true);
        if (byte === quote) return this.#beginKey();
        break;
      case awaitsKey:
        if (byte === quote) return this.#beginKey();
        break;
      case awaitsValueOrEnd:
        if (byte === 0x5d) return this.#close(false);
        if (!isSpace(byte)) return this.#beginValue(byte);
        break;
      case awaitsValue:
        if (!isSpace(byte)) return this.#beginValue(byte);
        break;
    }
    if (isSpace(byte)) return state;
    throw state === isDone ? new BodyDefect("continues after its end") : damaged();
  }

  #beginKey(): number {
    this.#isKey = true;
    return inString;
  }

  #beginValue(byte: number): number {
    if (!this.#begun) this.#checkKind(byte);
    this.#begun = true;
    if (++this.#values > maxValues) throw new OversizedBody("has more than 2 million values");
    this.#isKey = false;
    if (byte === quote) return inString;
    if (byte === 0x5b || byte === 0x7b) return this.#openBracket(byte === 0x7b);
    const literal = literals[byte];
    if (literal) {
      this.#literal = literal;
      this.#letters = 1;
      return inLiteral;
    }
    this.#numberLength = 1;
    if (byte === 0x2d) this.#number = afterMinus;
    else if (byte === 0x30) this.#number = zero;
    else if (isDigit(byte)) this.#number = integer;
    else throw damaged();
    return inNumber;
  }

  #checkKind(byte: number): void {
    if (this.#kind === "array" && byte !== 0x5b) throw new BodyDefect("is not the list that was requested");
    const isObject = byte === 0x7b || (this.#kind === "object or null" && byte === 0x6e);
    if (this.#kind.startsWith("object") && !isObject)
      throw new BodyDefect("is not the object that was requested");
  }

  #openBracket(isObject: boolean): number {
    if (this.#open.length >= maxDepth) throw new BodyDefect("is nested too deeply");
    this.#open.push(isObject);
    return isObject ? awaitsKeyOrEnd : awaitsValueOrEnd;
  }

  #close(isObject: boolean): number {
    if (this.#open.pop() !== isObject) throw damaged();
    return this.#afterValue();
  }

  #afterValue(): number {
    return this.#open.length === 0 ? isDone : awaitsComma;
  }

  #grow(byte: number): number {
    if (++this.#numberLength > maxNumberLength) throw damaged();
    this.#number = afterNumberByte(this.#number, byte);
    return inNumber;
  }

  #endNumber(): number {
    if (this.#number < zero) throw damaged();
    return this.#afterValue();
  }

  #inLiteral(byte: number): number {
    if (byte !== this.#literal[this.#letters]) throw damaged();
    this.#letters++;
    return this.#letters === this.#literal.length ? this.#afterValue() : inLiteral;
  }

  #inUnicode(byte: number): number {
    if (!isHex(byte)) throw damaged();
    this.#hexLeft--;
    if (this.#hexLeft > 0) return inUnicode;
    this.#hexLeft = 4;
    return inString;
  }
}

const damaged = () => new BodyDefect("is not valid JSON");

function afterEscape(byte: number): number {
  if (byte === 0x75) return inUnicode;
  if (escapes.has(byte)) return inString;
  throw damaged();
}

/** The state within a number after one of its bytes. */
function afterNumberByte(state: number, byte: number): number {
  if (isDigit(byte)) {
    switch (state) {
      case afterMinus:
        return byte === 0x30 ? zero : integer;
      case integer:
      case fraction:
      case exponent:
        return state;
      case afterPoint:
        return fraction;
      case afterE:
      case afterSign:
        return exponent;
    }
  } else if (byte === 0x2e && (state === zero || state === integer)) return afterPoint;
  else if ((byte | 0x20) === 0x65 && state >= zero && state !== exponent) return afterE;
  else if ((byte === 0x2b || byte === 0x2d) && state === afterE) return afterSign;
  throw damaged();
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isNumberByte = (byte: number) =>
  isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || (byte | 0x20) === 0x65;
const isHex = (byte: number) => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
