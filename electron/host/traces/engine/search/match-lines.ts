import type { TraceQuery } from "../../../../../shared/trace-types.ts";
import type { StampKind } from "../line-stamp.ts";
import { maxSearchedTextBytes, PlainBytes } from "./plain-bytes.ts";

/** A compiled query. */
export interface MatchPattern {
  /** Finds the matches of one line of plain text. */
  readonly line: RegExp;
  /** ASCII text that each match is; its bytes are found without decoding the others. */
  readonly literal?: Literal;
  /** Finds lines that may match in plain text; undefined where each line has to be matched alone. */
  readonly lines: RegExp | undefined;
  /** Whether matches of `lines` in ASCII are those of `line`: none is empty, contains a newline or depends on one. */
  readonly isWithinLine: boolean;
}

/** ASCII text to find, in lower and upper case; both are the same where case matters. */
interface Literal {
  readonly lower: string;
  readonly upper: string;
  /** Every occurrence of the text is a match; else `line` says which ones are. */
  readonly isMatch: boolean;
}

/** Called with a line's index, its number of matches and a function that returns its plain text, in order. */
type OnLine = (index: number, matches: number, text: () => string) => void;

/** Maximum number of matches that are found in a line. */
const maxMatchesInLine = 10_000;

/** Compiles a query. Throws where it is not a regular expression. */
export function matchPattern({ text, regex, matchCase, word }: TraceQuery): MatchPattern {
  const source = regex ? text : escapeSigns(text);
  const bounded = word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  // Without `u` no letter beyond ASCII matches one of ASCII, as `ſ` matches `s` with it.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const flags = (unicode: boolean) => `g${matchCase ? "" : "i"}${unicode ? "u" : ""}`;
  const line = new RegExp(bounded, flags(word || regex || !isAscii));
  if (!regex && isAscii && text.length <= maxSearchedTextBytes) {
    const [lower, upper] = matchCase ? [text, text] : [text.toLowerCase(), text.toUpperCase()];
    return { line, literal: { lower, upper, isMatch: !word }, lines: undefined, isWithinLine: true };
  }
  // A lookaround may depend on the newline beside a match.
  const alone = regex && /\(\?<?!/.test(text);
  const lines = alone ? undefined : new RegExp(bounded, `${flags(true)}m`);
  return { line, lines, isWithinLine: !regex || isWithinLine(text) };
}

/** Returns whether no match of a pattern can be empty or contain a newline, as far as its text shows. */
function isWithinLine(pattern: string): boolean {
  // Of patterns for one of several characters only `.`, `\d`, `\w` and ranges of ASCII are known not to match a newline.
  if (!/^[\x20-\x7e]*$/.test(pattern) || /\\[^dwb\W]|\[\^|\(\?(?!:)/.test(pattern)) return false;
  const unbounded = pattern.replace(/\\(.)/g, (sequence, letter) => (letter === "b" ? "" : sequence));
  try {
    return !new RegExp(unbounded, "u").test("");
  } catch {
    return false;
  }
}

const escapeSigns = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Returns the ranges of a line's matches, without empty ones. */
export function rangesIn(line: string, pattern: RegExp, limit = maxMatchesInLine): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { index, 0: text } of line.matchAll(pattern)) {
    if (text !== "") ranges.push([index, index + text.length]);
    if (ranges.length >= limit) break;
  }
  return ranges;
}

const isoStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) /gm;

let plainBytes: PlainBytes | undefined;

/** Returns the buffer of a thread into which lines are read before they are matched. */
export function lineBuffer(length: number): Uint8Array {
  plainBytes ??= new PlainBytes();
  return plainBytes.inputBuffer(length);
}

/** Returns whole lines without the ISO time stamps at their beginnings; the last line too ends with a newline. */
function withoutTimes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const rest = text.replace(isoStamps, "");
  return Buffer.from(bytes.length === 0 || bytes.at(-1) === 10 ? rest : `${rest}\n`, "latin1");
}

function load(bytes: Uint8Array, stamp: StampKind): PlainBytes {
  plainBytes ??= new PlainBytes();
  plainBytes.load(stamp === "iso" ? withoutTimes(bytes) : bytes, stamp === "runner");
  return plainBytes;
}

/** Calls `onLine` for each matching line of `bytes`, which has whole lines only. Returns the number of its lines. */
export function matchLines(
  bytes: Uint8Array,
  stamp: StampKind,
  { line, literal, lines, isWithinLine }: MatchPattern,
  onLine: OnLine,
): number {
  const plain = load(bytes, stamp);
  if (literal) matchLiteral(plain, literal, line, onLine);
  else if (lines && isWithinLine && plain.isAscii) countMatches(plain, lines, onLine);
  else eachCandidate(plain.text(), lines ?? /^/gm, line, onLine);
  return plain.countLines();
}

/** Reports the lines of ASCII in which a pattern matches; its matches are never empty and contain no newline. */
function countMatches(plain: PlainBytes, pattern: RegExp, onLine: OnLine): void {
  const tally = new LineTally(plain, onLine);
  const text = plain.text();
  pattern.lastIndex = 0;
  // A match is in the line of its last character.
  while (pattern.test(text)) tally.add(pattern.lastIndex - 1, 1);
  tally.report();
}

/** Matches all lines as one text; a line with a match is then matched alone. */
function eachCandidate(text: string, candidate: RegExp, pattern: RegExp, onLine: OnLine): void {
  let [line, start] = [0, 0];
  candidate.lastIndex = 0;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    let end = text.indexOf("\n", start);
    for (; end >= 0 && end < found.index; end = text.indexOf("\n", start)) {
      start = end + 1;
      line++;
    }
    if (end < 0) return;
    const plain = text.slice(start, end);
    const count = rangesIn(plain, pattern).length;
    if (count > 0) onLine(line, count, () => plain);
    start = end + 1;
    line++;
    candidate.lastIndex = start;
  }
}

/** Returns the plain text of each line of `bytes`, which has whole lines only. */
export function plainLinesOf(bytes: Uint8Array, stamp: StampKind): string[] {
  return load(bytes, stamp).text().split("\n").slice(0, -1);
}

/**
 * Reports the lines that contain an ASCII text and match. Only those are decoded, and none where the text alone
 * matters.
 */
function matchLiteral(
  plain: PlainBytes,
  { lower, upper, isMatch }: Literal,
  line: RegExp,
  onLine: OnLine,
): void {
  if (lower === "") return;
  const tally = new LineTally(plain, onLine);
  const find = plain.finder(lower, upper);
  for (let at = find(0); at >= 0; ) {
    if (isMatch) {
      tally.add(at, 1);
      at = find(at + lower.length);
    } else {
      const { text, next } = plain.lineAt(at);
      tally.add(at, rangesIn(text, line).length);
      at = find(next);
    }
  }
  tally.report();
}

/** Counts matches, which are given in order of position, and reports each line once all of its matches are counted. */
class LineTally {
  readonly #plain: PlainBytes;
  readonly #onLine: OnLine;
  #line = 0;
  /** End of the counted lines. */
  #counted = 0;
  #matches = 0;

  constructor(plain: PlainBytes, onLine: OnLine) {
    this.#plain = plain;
    this.#onLine = onLine;
  }

  /** Adds matches in the line of a position. */
  add(position: number, matches: number): void {
    const lines = this.#plain.countLines(this.#counted, position);
    if (lines > 0) this.report();
    this.#line += lines;
    this.#counted = position;
    this.#matches += matches;
  }

  /** Reports the line that the last matches are in. */
  report(): void {
    const [plain, position] = [this.#plain, this.#counted];
    if (this.#matches > 0)
      this.#onLine(this.#line, Math.min(this.#matches, maxMatchesInLine), () => plain.lineAt(position).text);
    this.#matches = 0;
  }
}
