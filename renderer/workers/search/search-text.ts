/** A line with a match. */
export interface LineHit {
  /** From 1. */
  readonly line: number;
  /** The line, or the part of a long one around the first match. */
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** Options of a query. */
export interface SearchOptions {
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

/** Lines that are listed of one file. */
const maxLines = 200;
/** Characters of a line that are shown, and those before the match where it is further right. */
const [maxShownLength, maxLeadLength] = [240, 60];

/** The pattern of a query. Throws where it is not a regular expression. */
export function searchPattern(query: string, { regex, matchCase, wholeWord }: SearchOptions): RegExp {
  const source = regex ? query : query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const word = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  return new RegExp(word, matchCase ? "gu" : "giu");
}

/** Lines of a text that match, in order, and how many there are. */
export function searchText(
  text: string,
  pattern: RegExp,
): { readonly hits: LineHit[]; readonly total: number } {
  const hits: LineHit[] = [];
  let total = 0;
  let line = 1;
  for (let start = 0; start <= text.length; line++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end).replace(/\r$/, "");
    const marks = [...content.matchAll(pattern)].flatMap((match): [number, number][] =>
      match[0] === "" ? [] : [[match.index, match.index + match[0].length]],
    );
    if (marks.length > 0) {
      total++;
      if (hits.length < maxLines) hits.push(cutLine(line, content, marks));
    }
    if (found < 0) break;
    start = end + 1;
  }
  return { hits, total };
}

/** Returns a line, or the part of a long one around the first match. */
export function cutLine(line: number, text: string, marks: readonly (readonly [number, number])[]): LineHit {
  const from = Math.max(
    0,
    (marks[0]?.[0] ?? 0) > maxShownLength - maxLeadLength ? (marks[0]?.[0] ?? 0) - maxLeadLength : 0,
  );
  const part = text.slice(from, from + maxShownLength);
  const within = marks.flatMap(([start, end]): (readonly [number, number])[] =>
    start < from + maxShownLength ? [[start - from, Math.min(end, from + maxShownLength) - from]] : [],
  );
  return { line, text: part, marks: within };
}
