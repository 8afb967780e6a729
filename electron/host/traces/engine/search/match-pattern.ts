import type { TraceQuery } from "../../../../../shared/trace/trace-types.ts";
import { idle, moving } from "./plain-text.ts";

/** How a query is looked for. */
export interface MatchPattern {
  /** Finds the matches of one line of plain text. */
  readonly line: RegExp;
  /** Finds lines that may match in raw text: only those have to be rendered. */
  readonly raw?: RegExp | undefined;
  /** Finds lines that may match in plain text; undefined where each line has to be looked at alone. */
  readonly lines?: RegExp | undefined;
}

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
  if (!regex) {
    const letters = [...text].map(escapeSigns).join(`(?:${idle})*`);
    return { line, raw: new RegExp(text === "" ? "(?!)" : `${letters}|${moving}`, flags(!isAscii)) };
  }
  // What must not be beside a match may be the newline.
  const alone = /\(\?<?!/.test(text);
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
