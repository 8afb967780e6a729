/** Words that a line may be of interest for; ASCII, in lower case. */
const words = [
  "section_start:",
  "section_end:",
  "error",
  "warn",
  "fail",
  "fatal",
  "panic",
  "exception",
  "traceback",
  "not found",
  "denied",
  "npm err!",
  ".go:",
  ".py:",
  ".kt:",
  "segmentation fault",
  "critical",
  "severe",
];

/** Matches at which a scan stops. */
export const stop = { newline: 1, section: 2, word: 3 } as const;

const newline = 10;
/** Set in a state at which a scan stops. */
const stopping = 0x8000;

/**
 * Finds newlines and keywords in bytes, ignoring case, in one pass (Aho-Corasick). Bytes are not decoded, which would
 * take longer than the search.
 */
class KeywordScanner {
  /** Next state by state and byte. */
  readonly #next: Uint16Array;
  /** Match at which each state stops; 0 for none. */
  readonly #stops: Uint8Array;
  #state = 0;

  constructor() {
    const { children, ends } = buildTree();
    const count = children.length + 1;
    this.#next = new Uint16Array(count * 256);
    this.#stops = new Uint8Array(count);
    const atNewline = count - 1;
    this.#stops[atNewline] = stop.newline;
    for (const [state, end] of ends) this.#stops[state] = end;
    const fallback = new Uint16Array(count);
    // Parents precede their children, so that the fallback of a state is filled in already.
    for (const state of breadthFirst(children)) {
      const base = (fallback[state] ?? 0) << 8;
      if (state !== 0) this.#next.copyWithin(state << 8, base, base + 256);
      this.#stops[state] ||= this.#stops[fallback[state] ?? 0] ?? 0;
      for (const [byte, child] of children[state] ?? []) {
        fallback[child] = state === 0 ? 0 : (this.#next[base | byte] ?? 0);
        this.#next[(state << 8) | byte] = child;
        this.#next[(state << 8) | upper(byte)] = child;
      }
      this.#next[(state << 8) | newline] = atNewline;
    }
    // No keyword contains a newline: the scan restarts after it.
    this.#next.copyWithin(atNewline << 8, 0, 256);
    for (let i = 0; i < this.#next.length; i++)
      if (this.#stops[this.#next[i] ?? 0]) this.#next[i] = (this.#next[i] ?? 0) | stopping;
  }

  /** Begins anew. */
  reset(): void {
    this.#state = 0;
  }

  /** Returns the position after the next newline or keyword, or -1; {@link found} says which it is. */
  scan(bytes: Uint8Array, from: number): number {
    const next = this.#next;
    const end = bytes.length;
    let state = this.#state;
    for (let at = from; at < end; at++) {
      state = next[(state << 8) | (bytes[at] as number)] as number;
      if (state >= stopping) {
        this.#state = state - stopping;
        return at + 1;
      }
    }
    this.#state = state;
    return -1;
  }

  get found(): number {
    return this.#stops[this.#state] ?? 0;
  }
}

export const keywordScanner = (): KeywordScanner => new KeywordScanner();

function buildTree() {
  const children: Map<number, number>[] = [new Map()];
  const ends = new Map<number, number>();
  for (const word of words) {
    let state = 0;
    for (const byte of new TextEncoder().encode(word)) {
      let child = children[state]?.get(byte);
      if (child === undefined) {
        child = children.push(new Map()) - 1;
        children[state]?.set(byte, child);
      }
      state = child;
    }
    ends.set(state, word.startsWith("section_") ? stop.section : stop.word);
  }
  return { children, ends };
}

function breadthFirst(children: readonly Map<number, number>[]): number[] {
  const order = [0];
  for (const state of order) order.push(...(children[state]?.values() ?? []));
  return order;
}

const upper = (byte: number): number => (byte >= 97 && byte <= 122 ? byte - 32 : byte);
