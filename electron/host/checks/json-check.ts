import { type BodyCheck, BodyDefect, OversizedBody } from "./body-defect.ts";
import { Utf8Check } from "./utf8-check.ts";

/** Required type of a JSON body. */
export type JsonKind = "array" | "object" | "object or null" | "any";

type State =
  | "value"
  | "value or ]"
  | "key"
  | "key or }"
  | "colon"
  | "comma or end"
  | "string"
  | "escape"
  | "unicode"
  | "number"
  | "literal"
  | "done";

const quote = 0x22;
const backslash = 0x5c;
const maxNumberLength = 1000;
/** Nesting that every parser of the page and the host takes; a service's own has a tenth of it at most. */
const maxDepth = 500;
/** Values in one body: each takes tens of bytes once it is parsed, however short its text is. */
const maxValues = 2_000_000;
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const literals: Readonly<Record<number, string>> = { 116: "true", 102: "false", 110: "null" };
const escapes = new Set([...'"\\/bfnrt'].map((char) => char.charCodeAt(0)));

/** Checks that a body is one JSON value in UTF-8, of a kind, byte by byte and without building it. */
export class JsonCheck implements BodyCheck {
  readonly #kind: JsonKind;
  readonly #utf8 = new Utf8Check();
  /** Whether each open bracket is one of an object. */
  readonly #open: boolean[] = [];
  #state: State = "value";
  #isKey = false;
  #hexLeft = 4;
  /** Letters of the number or literal so far. */
  #word = "";
  #wanted = "";
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
    while (index < length) {
      if (this.#state === "string") index = this.#skipString(bytes, index);
      else this.#state = this.#next(bytes[index++] as number);
    }
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
    if (this.#state === "number") this.#state = this.#endNumber();
    if (!this.#begun) throw new BodyDefect("is empty");
    if (this.#state !== "done") throw new BodyDefect("ends in the middle");
  }

  /** Returns the position after a string's bytes in this chunk. */
  #skipString(bytes: Uint8Array, from: number): number {
    for (let index = from; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      if (byte < 0x20) throw damaged();
      if (byte !== quote && byte !== backslash) continue;
      if (byte === backslash) this.#state = "escape";
      else this.#state = this.#isKey ? "colon" : this.#afterValue();
      return index + 1;
    }
    return bytes.length;
  }

  /** The state after a byte outside of strings. */
  #next(byte: number): State {
    if (this.#state === "number") {
      if (isNumberByte(byte)) return this.#grow(byte);
      this.#state = this.#endNumber();
    }
    if (this.#state === "literal") return this.#inLiteral(byte);
    if (this.#state === "escape") return inEscape(byte);
    if (this.#state === "unicode") return this.#inUnicode(byte);
    const isSpace = byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    return isSpace ? this.#state : this.#token(byte);
  }

  #token(byte: number): State {
    switch (this.#state) {
      case "value or ]":
        return byte === 0x5d ? this.#close(false) : this.#beginValue(byte);
      case "value":
        return this.#beginValue(byte);
      case "key or }":
        return byte === 0x7d ? this.#close(true) : this.#beginKey(byte);
      case "key":
        return this.#beginKey(byte);
      case "colon":
        if (byte === 0x3a) return "value";
        throw damaged();
      case "comma or end":
        if (byte === 0x5d || byte === 0x7d) return this.#close(byte === 0x7d);
        if (byte === 0x2c) return this.#open.at(-1) ? "key" : "value";
        throw damaged();
      default:
        throw new BodyDefect("continues after its end");
    }
  }

  #beginKey(byte: number): State {
    if (byte !== quote) throw damaged();
    this.#isKey = true;
    return "string";
  }

  #beginValue(byte: number): State {
    if (!this.#begun) this.#checkKind(byte);
    this.#begun = true;
    if (++this.#values > maxValues) throw new OversizedBody("has more than 2 million values");
    this.#isKey = false;
    this.#word = "";
    if (byte === quote) return "string";
    if (byte === 0x5b || byte === 0x7b) return this.#openBracket(byte === 0x7b);
    const wanted = literals[byte];
    if (wanted) {
      this.#wanted = wanted;
      return this.#inLiteral(byte);
    }
    if (byte !== 0x2d && (byte < 0x30 || byte > 0x39)) throw damaged();
    return this.#grow(byte);
  }

  #checkKind(byte: number): void {
    if (this.#kind === "array" && byte !== 0x5b) throw new BodyDefect("is not the list that was requested");
    const isObject = byte === 0x7b || (this.#kind === "object or null" && byte === 0x6e);
    if (this.#kind.startsWith("object") && !isObject)
      throw new BodyDefect("is not the object that was requested");
  }

  #openBracket(isObject: boolean): State {
    if (this.#open.length >= maxDepth) throw new BodyDefect("is nested too deeply");
    this.#open.push(isObject);
    return isObject ? "key or }" : "value or ]";
  }

  #close(isObject: boolean): State {
    if (this.#open.pop() !== isObject) throw damaged();
    return this.#afterValue();
  }

  #afterValue(): State {
    return this.#open.length === 0 ? "done" : "comma or end";
  }

  #grow(byte: number): State {
    this.#word += String.fromCharCode(byte);
    if (this.#word.length > maxNumberLength) throw damaged();
    return "number";
  }

  #endNumber(): State {
    if (!number.test(this.#word)) throw damaged();
    return this.#afterValue();
  }

  #inLiteral(byte: number): State {
    this.#word += String.fromCharCode(byte);
    if (!this.#wanted.startsWith(this.#word)) throw damaged();
    return this.#word === this.#wanted ? this.#afterValue() : "literal";
  }

  #inUnicode(byte: number): State {
    if (!isHex(byte)) throw damaged();
    this.#hexLeft--;
    if (this.#hexLeft > 0) return "unicode";
    this.#hexLeft = 4;
    return "string";
  }
}

const damaged = () => new BodyDefect("is not valid JSON");
function inEscape(byte: number): State {
  if (byte === 0x75) return "unicode";
  if (escapes.has(byte)) return "string";
  throw damaged();
}

const isNumberByte = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || (byte | 0x20) === 0x65;
const isHex = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
