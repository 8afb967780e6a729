import type { TraceQuery } from "../../../../../shared/trace/trace-types.ts";
import { maxTextBytes } from "./plain-bytes.ts";

/** A compiled query. */
export interface MatchPattern {
  /** Finds the matches of one line of plain text. */
  readonly line: RegExp;
  /** ASCII text that each match is; its bytes are found without decoding the others. */
  readonly literal?: Literal | undefined;
  /** Finds lines that may match in plain text; undefined where each line has to be matched alone. */
  readonly lines?: RegExp | undefined;
  /** Whether matches of `lines` in ASCII are those of `line`: none is empty, contains a newline or depends on one. */
  readonly isWithinLine: boolean;
}

/** ASCII text to find, in lower and upper case; both are the same where case matters. */
export interface Literal {
  readonly lower: string;
  readonly upper: string;
  /** Every occurrence of the text is a match; else `line` says which ones are. */
  readonly isMatch: boolean;
}

/** Called with a line's index, its number of matches and a function that returns its plain text, in order. */
export type OnLine = (index: number, matches: number, text: () => string) => void;

/** Maximum number of matches that are found in a line. */
export const maxMatchesInLine = 10_000;

/** Compiles a query. Throws where it is not a regular expression. */
export function matchPattern({ text, regex, matchCase, word }: TraceQuery): MatchPattern {
  const source = regex ? text : escapeSigns(text);
  const bounded = word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  // Without `u` no letter beyond ASCII matches one of ASCII, as `ſ` matches `s` with it.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const flags = (unicode: boolean) => `g${matchCase ? "" : "i"}${unicode ? "u" : ""}`;
  const line = new RegExp(bounded, flags(word || regex || !isAscii));
  if (!regex && isAscii && text.length <= maxTextBytes) {
    const [lower, upper] = matchCase ? [text, text] : [text.toLowerCase(), text.toUpperCase()];
    return { line, literal: { lower, upper, isMatch: !word }, isWithinLine: true };
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
