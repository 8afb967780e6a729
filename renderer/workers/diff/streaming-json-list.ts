import { parseJson } from "../../../shared/text/parse-json.ts";

/**
 * Reads the JSON of an object while it arrives, and emits the entries of one of its lists as soon as each is complete.
 * It splits at brackets and quotes alone; `JSON.parse` does the rest.
 */
export class StreamingJsonList {
  readonly #field: string;
  readonly #onEntry: (entry: unknown) => void;
  /**
   * Text outside of the list's entries; each entry is replaced by a mark, so that the text between entries is checked
   * too.
   */
  #rest: string[] = [];
  /** The beginning of the entry that is arriving. */
  #entry: string[] = [];
  #state: "outside" | "list" | "entry" = "outside";
  #depth = 0;
  #inString = false;
  #escaped = false;
  #rootIsObject = false;
  #awaitsKey = false;
  /** The last key of the outermost object, with its quotes; null between keys. */
  #key: string | null = null;
  #found = false;
  #entries = 0;
  #broken = false;

  constructor(field: string, onEntry: (entry: unknown) => void) {
    this.#field = field;
    this.#onEntry = onEntry;
  }

  push(text: string): void {
    let from = 0;
    let at = 0;
    const flush = () => {
      (this.#state === "entry" ? this.#entry : this.#rest).push(text.slice(from, at));
      from = at;
    };
    while (at < text.length) {
      if (this.#inString) {
        const start = at;
        at = this.#skipString(text, at);
        if (this.#state === "outside" && this.#awaitsKey) this.#key += text.slice(start, at);
        continue;
      }
      const code = text.charCodeAt(at);
      if (this.#state === "list" && !between(code) && code !== closeList) {
        flush();
        this.#state = "entry";
      }
      if (this.#state === "entry" && this.#depth === 2 && (between(code) || code === closeList)) {
        flush();
        this.#endEntry();
        continue;
      }
      at++;
      if (code === quote) {
        this.#inString = true;
        if (this.#state === "outside" && this.#awaitsKey) this.#key = '"';
      } else if (code === openObject || code === openList) this.#open(code);
      else if (code === closeObject || code === closeList) this.#close(code);
      else if (this.#state === "outside" && this.#depth === 1) this.#between(code);
      if (this.#state === "entry" && this.#depth === 2 && (code === closeObject || code === closeList)) {
        flush();
        this.#endEntry();
      }
    }
    flush();
  }

  /** Returns the text without the list's entries. It is invalid JSON where the whole text is. */
  end(): string {
    return [...this.#rest, ...this.#entry].join("");
  }

  #open(code: number): void {
    if (this.#depth === 0) {
      this.#rootIsObject = code === openObject;
      this.#awaitsKey = this.#rootIsObject;
    } else if (this.#depth === 1 && code === openList && !this.#found && this.#keyIsField()) {
      this.#found = true;
      this.#state = "list";
    }
    this.#depth++;
  }

  #close(code: number): void {
    // One at the list's own depth belongs to an invalid entry.
    if (this.#state === "entry" && this.#depth === 2) return;
    this.#depth--;
    if (this.#state === "list" && code === closeList) this.#state = "outside";
  }

  /** A character between the fields of the outermost object. */
  #between(code: number): void {
    if (code === colon) this.#awaitsKey = false;
    else if (code === comma) {
      this.#awaitsKey = this.#rootIsObject;
      this.#key = null;
    }
  }

  #keyIsField(): boolean {
    return !this.#awaitsKey && this.#key !== null && parseJson(this.#key) === this.#field;
  }

  #endEntry(): void {
    const text = this.#entry.join("");
    this.#entry = [];
    this.#state = "list";
    const value = this.#broken ? undefined : parseJson(text);
    // An invalid entry stays in the text, so that the text is invalid too.
    this.#broken ||= value === undefined;
    this.#rest.push(this.#broken ? text : `"${this.#entries++}"`);
    if (!this.#broken) this.#onEntry(value);
  }

  /** Returns the index after a string's closing quote, or the end of what is there of it. */
  #skipString(text: string, start: number): number {
    let at = this.#escaped ? start + 1 : start;
    this.#escaped = false;
    for (;;) {
      const found = text.indexOf('"', at);
      const end = found < 0 ? text.length : found;
      let slashes = 0;
      while (end - slashes > at && text.charCodeAt(end - slashes - 1) === backslash) slashes++;
      const escaped = slashes % 2 === 1;
      if (found < 0) {
        this.#escaped = escaped;
        return text.length;
      }
      at = found + 1;
      if (escaped) continue;
      this.#inString = false;
      return at;
    }
  }
}

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = ['"', "\\", ",", ":"].map(codeOf);
const [openObject, closeObject, openList, closeList] = ["{", "}", "[", "]"].map(codeOf);

/** Returns whether a character separates entries: a comma, or JSON white space. */
const between = (code: number): boolean =>
  code === comma || code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
