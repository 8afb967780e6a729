import type { TraceQuery } from "../trace-types.ts";

/** How a query is looked for. */
export interface MatchPattern {
  /** Finds the matches of one line. */
  readonly line: RegExp;
  /** Bytes that all matches are, letters in either case where `ignoreCase`; undefined where that cannot be said. */
  readonly bytes?: Uint8Array | undefined;
  readonly ignoreCase: boolean;
  /** Finds the first lines that may match in a text of many; undefined where each line has to be looked at alone. */
  readonly lines?: RegExp | undefined;
}

/** Matches of a line beyond which no more are looked for. */
const maxMatchesInLine = 10_000;

/** Returns how a query is looked for. Throws where it is no regular expression. */
export function matchPattern({ text, regex, matchCase, word }: TraceQuery): MatchPattern {
  const source = regex ? text : text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const bounded = word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  // Without `u` no letter beyond ASCII is taken for one of it.
  const unicode = word || regex || !isAscii(text) ? "u" : "";
  const flags = `g${matchCase ? "" : "i"}${unicode}`;
  const line = new RegExp(bounded, flags);
  const ignoreCase = !matchCase;
  if (!regex && !word && (matchCase || isAscii(text)))
    return { line, bytes: new TextEncoder().encode(text), ignoreCase };
  // What must not follow may be the newline.
  const alone = regex && /\(\?<?!/.test(text);
  return { line, ignoreCase, lines: alone ? undefined : new RegExp(bounded, `${flags}m`) };
}

/** Returns where a line matches; empty matches are none. */
export function rangesIn(line: string, pattern: RegExp, limit = maxMatchesInLine): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { index, 0: text } of line.matchAll(pattern)) {
    if (text !== "") ranges.push([index, index + text.length]);
    if (ranges.length >= limit) break;
  }
  return ranges;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
