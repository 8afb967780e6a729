import type { TraceQuery } from "../../../../../shared/trace/trace-types.ts";

/** How a query is looked for. */
export interface MatchPattern {
  /** Finds the matches of one line of plain text. */
  readonly line: RegExp;
  /** ASCII text that a match is made of; its bytes are found without decoding the others. */
  readonly literal?: Literal | undefined;
  /** Finds lines that may match in plain text; undefined where each line has to be looked at alone. */
  readonly lines?: RegExp | undefined;
}

/** ASCII text to look for. */
export interface Literal {
  readonly text: string;
  readonly pattern: RegExp;
  readonly matchCase: boolean;
}

/** Called with a line's index, its number of matches and its plain text, in order. */
export type OnLine = (index: number, matches: number, text: string) => void;

/** Matches of a line beyond which no more are looked for. */
const maxMatchesInLine = 10_000;

/** Returns how a query is looked for. Throws where it is no regular expression. */
export function matchPattern({ text, regex, matchCase, word }: TraceQuery): MatchPattern {
  const source = regex ? text : escapeSigns(text);
  const bounded = word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  // Without `u` no letter beyond ASCII is taken for one of it.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const flags = (unicode: boolean) => `g${matchCase ? "" : "i"}${unicode ? "u" : ""}`;
  const line = new RegExp(bounded, flags(word || regex || !isAscii));
  if (!regex && isAscii) {
    const pattern = new RegExp(text === "" ? "(?!)" : source, flags(false));
    return { line, literal: { text, pattern, matchCase } };
  }
  // What must not be beside a match may be the newline.
  const alone = regex && /\(\?<?!/.test(text);
  return { line, lines: alone ? undefined : new RegExp(bounded, `${flags(true)}m`) };
}

const escapeSigns = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Returns where a line matches; empty matches are none. */
export function rangesIn(line: string, pattern: RegExp, limit = maxMatchesInLine): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { index, 0: text } of line.matchAll(pattern)) {
    if (text !== "") ranges.push([index, index + text.length]);
    if (ranges.length >= limit) break;
  }
  return ranges;
}
