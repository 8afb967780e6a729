/** A run of text of a page, as the library reads it. */
interface Run {
  readonly str: string;
  /** Whether it ends a line. */
  readonly hasEOL: boolean;
}

/** The text of a page, and where each of its runs begins in it. */
export interface PdfPageText {
  readonly text: string;
  readonly starts: readonly number[];
}

/** Part of a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a run. */
interface RunSpan extends Span {
  /** Index of the run in its page. */
  readonly run: number;
}

/** Joins the runs of a page; lines end with a newline, which a search takes for a space. */
export function joinRuns(runs: readonly Run[]): PdfPageText {
  const starts: number[] = [];
  let text = "";
  for (const { str, hasEOL } of runs) {
    starts.push(text.length);
    text += hasEOL ? `${str}\n` : str;
  }
  return { text, starts };
}

/** Returns the ranges in which a text has the words of a query, regardless of case and white space. */
export function findWords(text: string, query: string): readonly Span[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => RegExp.escape(word)).join("\\s+"), "giu");
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** Returns the parts of runs that a span of their page covers. */
export function runSpans({ text, starts }: PdfPageText, { start, end }: Span): readonly RunSpan[] {
  return starts.flatMap((from, run) => {
    const to = starts[run + 1] ?? text.length;
    return from < to && from < end && to > start
      ? { run, start: Math.max(start, from) - from, end: Math.min(end, to) - from }
      : [];
  });
}
